import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Defect, Outcome, Size } from './figure.ts'

interface FileReport {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }[]
}

interface VitestReport {
  readonly testResults: readonly FileReport[]
  readonly numPassedTests: number
}

/** Test files by package, without `test/` and their ending. */
export type Suites = Readonly<Record<string, readonly string[]>>

/** The numbers of cases and of requests that they sent. */
interface Counts {
  readonly cases: number
  readonly requests: number
}

/** The least number of cases and requests, by size, because a suite that has lost its cases has no failures. */
export type Least = Readonly<Record<Size, Counts>>

/**
 * The minimum of a quick run also applies to a full one, which includes the quick files, unless `full` sets a higher one. A
 * run with a planted defect has no minimum.
 */
export const atLeast = (cases: number, requests: number, full: Partial<Counts> = {}): Least => ({
  planted: { cases: 0, requests: 0 },
  quick: { cases, requests },
  full: { cases, requests, ...full },
})

/** Chooses the test files; for a defect, only the file that finds it. */
export const filesFor =
  (quick: readonly string[], full: readonly string[]) =>
  (size: Size, defect?: Defect): readonly string[] =>
    defect?.foundBy ? [defect.foundBy] : size === 'full' ? full : quick

/** Runs test files in the checkout `root`, and counts their cases and the requests that they sent. */
export async function measureSuites(
  root: string,
  suites: Suites,
  least: Least[Size],
  settings: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'commonhold-suite-'))
  try {
    const counts = join(folder, 'requests')
    const environment = { ...settings, REQUEST_COUNTS: counts }
    let [passed, missing] = [0, 0]
    const failures: string[] = []
    for (const [place, files] of Object.entries(suites)) {
      const report = join(folder, 'report.json')
      rmSync(report, { force: true })
      await runVitest(join(root, place), files, report, environment)
      if (!existsSync(report))
        return { control: false, passed: false, numbers: { error: `no test of ${place} has run` }, failures }
      const found: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
      passed += found.numPassedTests
      failures.push(...found.testResults.flatMap(failuresIn))
      missing += files.filter((file) => !hasPassed(found, file)).length
    }
    const files = Object.values(suites).flat().length
    const failed = failures.length
    const [cases, requests] = [passed + failed, sumOf(counts)]
    return {
      control: missing === 0,
      passed: failed === 0 && cases >= least.cases && requests >= least.requests,
      numbers: { files, cases, failed, requests },
      failures,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a case of the file has passed, which is false for a missing file. */
const hasPassed = ({ testResults }: VitestReport, file: string): boolean =>
  testResults.some(
    ({ name, assertionResults }) =>
      name.endsWith(`/test/${file}.test.ts`) && assertionResults.some(({ status }) => status === 'passed'),
  )

/** Maximum length of an error text. */
const MESSAGE = 1_000

/** The failed cases of a file, each with its error; the file itself if it failed before its cases. */
function failuresIn({ name, status, message, assertionResults }: FileReport): string[] {
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`${name}: ${message}`.slice(0, MESSAGE)]
  return failed.map(({ fullName, failureMessages }) =>
    `${fullName}: ${failureMessages.join('; ')}`.slice(0, MESSAGE),
  )
}

function runVitest(
  cwd: string,
  files: readonly string[],
  report: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const counter = fileURLToPath(new URL('./count-requests.mjs', import.meta.url))
  const words = ['run', ...files.map((file) => `test/${file}.test.ts`), '--reporter=json']
  const child = spawn(join(cwd, 'node_modules/.bin/vitest'), [...words, `--outputFile=${report}`], {
    cwd,
    stdio: 'ignore',
    env: {
      ...process.env,
      ...environment,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_OPTIONS: `--import=${counter}`,
    },
  })
  // SIGTERM, so that vitest ends its workers and its PostgreSQL before the copy of the code is removed.
  const stop = () => child.kill()
  process.prependOnceListener('exit', stop)
  return new Promise((resolve) =>
    child.once('close', () => {
      process.off('exit', stop)
      resolve()
    }),
  )
}

function sumOf(file: string): number {
  if (!existsSync(file)) return 0
  return readFileSync(file, 'utf8')
    .split('\n')
    .reduce((sum, line) => sum + Number(line), 0)
}
