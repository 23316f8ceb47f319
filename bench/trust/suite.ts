import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './figure.ts'

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numFailedTestSuites: number
}

/** Runs test files of the API in the checkout `root`, and counts their cases and the requests that they sent. */
export async function measureSuite(root: string, files: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'commonhold-suite-'))
  try {
    const report = join(folder, 'report.json')
    const counts = join(folder, 'requests')
    await runVitest(join(root, 'apps/api'), files, report, counts)
    if (!existsSync(report)) return { control: false, passed: false, numbers: { error: 'no test has run' } }
    const found: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
    const failed = found.numFailedTests + found.numFailedTestSuites
    return {
      control: files.every((file) => hasPassed(found, file)),
      passed: failed === 0,
      numbers: {
        files: files.length,
        cases: found.numPassedTests + found.numFailedTests,
        failed,
        requests: sumOf(counts),
      },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a case of the file has passed: a file that is not there counts as one that proves nothing. */
const hasPassed = ({ testResults }: VitestReport, file: string): boolean =>
  testResults.some(
    ({ name, assertionResults }) =>
      name.endsWith(`/test/${file}.test.ts`) && assertionResults.some(({ status }) => status === 'passed'),
  )

function runVitest(cwd: string, files: readonly string[], report: string, counts: string): Promise<void> {
  const counter = fileURLToPath(new URL('./count-requests.mjs', import.meta.url))
  const words = ['run', ...files.map((file) => `test/${file}.test.ts`), '--reporter=json']
  const child = spawn(join(cwd, 'node_modules/.bin/vitest'), [...words, `--outputFile=${report}`], {
    cwd,
    stdio: 'ignore',
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_OPTIONS: `--import=${counter}`,
      REQUEST_COUNTS: counts,
    },
  })
  return new Promise((resolve) => child.once('close', () => resolve()))
}

function sumOf(file: string): number {
  if (!existsSync(file)) return 0
  return readFileSync(file, 'utf8')
    .split('\n')
    .reduce((sum, line) => sum + Number(line), 0)
}
