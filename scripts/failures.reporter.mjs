// A reporter for Vitest: appends the tests that failed, with their errors, to the file in FAILURES_FILE. `npm test` prints
// that file last, since a CI system may cut off a long log.
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

/** Failures of a file: its import (then it has no tests), its suites (a failed hook is an error of the suite), its tests. */
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

/** The error, its cause, and the errors that an AggregateError contains, at any depth. */
function withCauses(error) {
  const others = [error.cause ?? [], error.errors ?? []].flat()
  return [error, ...others.flatMap((other) => (typeof other === 'object' ? withCauses(other) : []))]
}

/** A stack without the lines of libraries and of Node. */
function own(stack) {
  const lines = stack.split('\n')
  return lines.filter((line) => !/^\s+at .*(node_modules|node:|<anonymous>)/.test(line)).join('\n')
}
