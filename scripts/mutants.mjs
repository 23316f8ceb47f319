// `npx pnpm mutants`: plants known defects, one at a time, in a copy of the last commit, and runs the test that must find
// each. `--only <name>` selects defects whose names contain the text; `--check` only checks that all can be planted. Exits
// with 1 if a defect is missed, or no longer applies to the source. Each takes about a minute; `.ci/nightly` runs it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { areaDefects } from './mutants/areas.mjs'
import { clientDefects } from './mutants/clients.mjs'
import { makeCopy, textWith } from './mutants/copy.mjs'
import { eventDefects } from './mutants/events.mjs'
import { issueDefects } from './mutants/issues.mjs'
import { kernelDefects } from './mutants/kernel.mjs'
import { keyDefects } from './mutants/keys.mjs'
import { mailDefects } from './mutants/mails.mjs'
import { tenantDefects } from './mutants/tenants.mjs'
import { webhookDefects } from './mutants/webhooks.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({
  options: { only: { type: 'string' }, check: { type: 'boolean', default: false } },
})

/**
 * The selected defects. `find` must occur once in `file` of the package `folder`, and is replaced by `replace`. Then the test
 * file `test` of the package must fail. With `only`, just its tests whose names contain that text are run.
 */
const defects = [
  ...kernelDefects,
  ...areaDefects,
  ...keyDefects,
  ...mailDefects,
  ...eventDefects,
  ...issueDefects,
  ...clientDefects,
  ...tenantDefects,
  ...webhookDefects,
].filter(({ name }) => values.only === undefined || name.includes(values.only))
if (defects.length === 0) fail(`No defect has a name with ${values.only} in it.`)

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
// The program that reads the output may end first.
process.stdout.on('error', () => process.exit(1))
const copy = makeCopy(root)
const misplaced = defects.filter((defect) => textWith(copy, defect) === undefined)
for (const { name, file } of misplaced)
  process.stdout.write(`no place   ${name}: ${file} does not have its text once\n`)
const outcomes = values.check ? [] : await tryAll(defects.filter((defect) => !misplaced.includes(defect)))
const missed = outcomes.filter(({ isFound }) => !isFound)
process.stdout.write(
  values.check
    ? `\n${defects.length - misplaced.length} of ${defects.length} defects can be planted.\n`
    : `\n${outcomes.length - missed.length} of ${defects.length} defects were found.\n`,
)
process.exitCode = missed.length + misplaced.length > 0 ? 1 : 0

async function tryAll(planted) {
  const tried = []
  await assertGreen(planted)
  for (const defect of planted) {
    const began = performance.now()
    const isFound = await isFoundByItsTest(defect)
    const seconds = Math.round((performance.now() - began) / 1_000)
    process.stdout.write(
      `${isFound ? 'found     ' : 'MISSED    '} ${defect.name} (${defect.test}, ${seconds} s)\n`,
    )
    tried.push({ ...defect, isFound })
  }
  return tried
}

/**
 * Checks that one test of each package passes without a defect. In a copy where no test can run, every defect would count as
 * found, or none.
 */
async function assertGreen(planted) {
  for (const [folder, [defect]] of Map.groupBy(planted, (one) => one.folder)) {
    const outcome = await outcomeOf(defect)
    if (!outcome?.numPassedTests || hasFailed(outcome))
      fail(`${folder}: ${defect.test} does not pass without a defect. Mend that first.`)
  }
}

/** True if the test of a defect fails. A run without any matching test finds nothing. */
async function isFoundByItsTest(defect) {
  const path = join(copy, defect.folder, defect.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, textWith(copy, defect))
  try {
    return hasFailed(await outcomeOf(defect))
  } finally {
    writeFileSync(path, before)
  }
}

/** The report of the test of a defect, run in the copy as it is now; undefined when there is no report. */
async function outcomeOf({ folder, test, only }) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const filter = only ? ['-t', only] : []
  const words = ['run', `test/${test}`, '--reporter=json', `--outputFile=${report}`, '--bail=1', ...filter]
  await run(join(copy, folder, 'node_modules', '.bin', 'vitest'), words, join(copy, folder))
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}

function hasFailed(outcome) {
  return outcome !== undefined && outcome.numFailedTests + outcome.numFailedTestSuites > 0
}

function run(command, words, cwd) {
  return new Promise((resolve) => {
    spawn(command, words, { cwd, stdio: 'ignore', env: { ...process.env, PATH: pathOfTools() } }).once(
      'close',
      resolve,
    )
  })
}

function pathOfTools() {
  return `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
