// `npx pnpm mutants`: plants known defects, one at a time, in a copy of the last commit, and runs the test that must find each.
// `--only <name>` takes those whose names contain the word, `--check` only looks whether all can be planted.
// Ends with 1 where one is missed or has no place any more. Takes about a quarter of an hour; no part of CI.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { areaDefects } from './mutants/areas.mjs'
import { clientDefects } from './mutants/clients.mjs'
import { eventDefects } from './mutants/events.mjs'
import { issueDefects } from './mutants/issues.mjs'
import { kernelDefects } from './mutants/kernel.mjs'
import { keyDefects } from './mutants/keys.mjs'
import { mailDefects } from './mutants/mails.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({
  options: { only: { type: 'string' }, check: { type: 'boolean', default: false } },
})

/**
 * A defect: `find` occurs once in `file` of the package `folder` and becomes `replace`; then the file `test` of the
 * package must fail, or those of its tests whose names have the words `only`.
 */
const defects = [
  ...kernelDefects,
  ...areaDefects,
  ...keyDefects,
  ...mailDefects,
  ...eventDefects,
  ...issueDefects,
  ...clientDefects,
].filter(({ name }) => values.only === undefined || name.includes(values.only))
if (defects.length === 0) fail(`No defect has a name with ${values.only} in it.`)

const copy = mkdtempSync(join(tmpdir(), 'commonhold-mutants-'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
// Whoever reads the output may go before it ends.
process.stdout.on('error', () => process.exit(1))
process.on('exit', removeCopy)
makeCopy()
const misplaced = defects.filter((defect) => textWith(defect) === undefined)
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

/** The commit in a folder of its own; packages of others are shared with this checkout. */
function makeCopy() {
  git('worktree', 'add', '--detach', '--quiet', copy, 'HEAD')
  for (const folder of ['.', 'packages/contract', 'packages/embedded-postgres', 'apps/api', 'apps/web'])
    linkPackages(folder)
}

function removeCopy() {
  spawnSync('git', ['worktree', 'remove', '--force', copy], { cwd: root })
  rmSync(copy, { recursive: true, force: true })
}

/** Links what is installed, but for the packages of the workspace: those are the ones of the copy. */
function linkPackages(folder) {
  const installed = join(root, folder, 'node_modules')
  const target = join(copy, folder, 'node_modules')
  mkdirSync(join(target, '@commonhold'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@commonhold' && !/^\.vite/.test(name))
      symlinkSync(join(installed, name), join(target, name))
  if (!existsSync(join(installed, '@commonhold'))) return
  for (const name of readdirSync(join(installed, '@commonhold'))) {
    const place = ['packages', 'apps'].map((kind) => join(copy, kind, name)).find((path) => existsSync(path))
    if (place) symlinkSync(place, join(target, '@commonhold', name))
  }
}

/** The file with the defect in it; undefined where the text to replace does not occur exactly once. */
function textWith({ folder, file, find, replace }) {
  const path = join(copy, folder, file)
  const parts = existsSync(path) ? readFileSync(path, 'utf8').split(find) : []
  return parts.length === 2 ? parts.join(replace) : undefined
}

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

/** Without a defect a test of each package passes: a copy in which nothing runs would find everything, or nothing. */
async function assertGreen(planted) {
  for (const [folder, [defect]] of Map.groupBy(planted, (one) => one.folder)) {
    const outcome = await outcomeOf(defect)
    if (!outcome?.numPassedTests || hasFailed(outcome))
      fail(`${folder}: ${defect.test} does not pass without a defect. Mend that first.`)
  }
}

/** A run that ends because no test was there, or none has the name, has found nothing. */
async function isFoundByItsTest(defect) {
  const path = join(copy, defect.folder, defect.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, textWith(defect))
  try {
    return hasFailed(await outcomeOf(defect))
  } finally {
    writeFileSync(path, before)
  }
}

/** What the test of a defect reports in the copy as it is now; undefined where it reports nothing. */
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

function git(...words) {
  const { status, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) fail(stderr)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
