// A reporter for Vitest: appends what failed, with its errors, to the file that FAILURES_FILE names. `npm test` prints that file last,
// since the output of the packages that are tested after a failure may be longer than what a CI system keeps.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export default class FailuresReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const failures = modules.flatMap((module) => failuresOf(module))
    failures.push(...unhandledErrors.map((error) => describe('outside of the tests', [error])))
    if (failures.length > 0) appendFileSync(process.env.FAILURES_FILE, `${failures.join('\n')}\n`)
  }
}

/** A file whose import failed has no tests; a failed hook is an error of its suite. */
function failuresOf(module) {
  const file = relative(root, module.moduleId)
  const suites = [...module.children.allSuites()].map((suite) => [suite.fullName, suite.errors()])
  const tests = [...module.children.allTests('failed')].map((test) => [test.fullName, test.result().errors])
  return [['', module.errors()], ...suites, ...tests]
    .filter(([, errors]) => errors.length > 0)
    .map(([name, errors]) => describe([file, name].filter(Boolean).join(' > '), errors))
}

function describe(place, errors) {
  const texts = errors
    .flatMap((error) => withCauses(error))
    .flatMap(({ message, diff, stack }) => [own(stack || message), diff ?? []])
  return `FAILED ${place}\n${texts.flat().join('\n').replace(/^/gm, '  ')}\n`
}

/** The error, what caused it, and those that it stands for. */
function withCauses(error) {
  const others = [error.cause ?? [], error.errors ?? []].flat()
  return [error, ...others.flatMap((other) => (typeof other === 'object' ? withCauses(other) : []))]
}

/** A stack without the calls of libraries. */
function own(stack) {
  const lines = stack.split('\n')
  return lines.filter((line) => !/^\s+at .*(node_modules|node:|<anonymous>)/.test(line)).join('\n')
}
