import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { textWith } from '../scripts/mutants/copy.mjs'
import type { Figure, Outcome, Size } from './trust/figure.ts'
import { figures } from './trust/figures/index.ts'
import { type Finding, findingOf } from './trust/planted.ts'
import { outdatedRows, type Reported, writeTable } from './trust/report.ts'

const USAGE = 'usage: npx pnpm trust [--quick] [--only 3,7] | --document | --check'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reportFile = join(root, 'trust-report.json')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
const { chosen, size, isDocument, isCheck } = readArguments()
const document = join(root, 'SECURITY.md')
if (isDocument) {
  writeTable(document, reportsOfAll())
  process.exit(0)
}
if (isCheck) {
  const outdated = outdatedRows(document, figures).map(
    (number) => `SECURITY.md states another name or goal of figure ${number}: npx pnpm trust --document`,
  )
  const errors = [...outdated, ...unplantable()]
  process.stderr.write(errors.map((error) => `${error}\n`).join(''))
  process.exit(errors.length > 0 ? 1 : 0)
}
const reports: Reported[] = []
for (const figure of chosen) {
  const report = await reportOn(figure, size)
  reports.push(report)
  writeReport()
  process.stdout.write(`${lineOf(report)}\n`)
}
printTable()
// A failed measurement may have left handles open, which would keep the process running.
process.exit(reports.every(({ result }) => result === 'passed') ? 0 : 1)

function readArguments(): { chosen: Figure[]; size: Size; isDocument: boolean; isCheck: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        document: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    })
    const numbers = values.only?.split(',').map(Number)
    const unknown = numbers?.filter((number) => !figures.some((figure) => figure.number === number)) ?? []
    if (unknown.length > 0) throw new Error(`There is no figure ${unknown.join(', ')}.`)
    return {
      chosen: figures.filter(({ number }) => numbers?.includes(number) ?? true),
      size: values.quick ? 'quick' : 'full',
      isDocument: values.document,
      isCheck: values.check,
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`)
    process.exit(2)
  }
}

async function reportOn(figure: Figure, size: Size): Promise<Reported> {
  const began = performance.now()
  const { number, name, goal, furtherDefects = [] } = figure
  const defects: Record<string, Finding | string> = {}
  for (const defect of [...figure.defects, ...(size === 'full' ? furtherDefects : [])])
    defects[defect.name] = await findingOf(root, figure, defect, size).catch(messageOf)
  const { control, passed, numbers, failures } = await figure.measure(root, size).catch(
    (error: unknown): Outcome => ({
      control: false,
      passed: false,
      numbers: { error: messageOf(error) },
    }),
  )
  const isVoid = !control || Object.values(defects).some((finding) => finding !== 'found')
  return {
    figure: number,
    date: new Date().toISOString(),
    commit: commitOf(root),
    size,
    name,
    goal,
    result: isVoid ? 'void' : passed ? 'passed' : 'failed',
    defects,
    numbers,
    ...(failures?.length && { failures }),
    seconds: Math.round((performance.now() - began) / 1_000),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function lineOf({ figure, name, result, defects, numbers, seconds }: Reported): string {
  const measured = Object.entries(numbers).map(([key, value]) => `${key} ${value}`)
  const unfound = Object.entries(defects).flatMap(([defect, finding]) =>
    finding === 'found' ? [] : [`defect "${defect}": ${finding}`],
  )
  return `${String(figure).padStart(2)}  ${result.padEnd(6)}  ${name} (${seconds} s): ${[...measured, ...unfound].join(', ')}`
}

/** Replaces the former reports of the measured figures; the other reports stay in the file. */
function writeReport(): void {
  const others = formerReports().filter(({ figure }) => !reports.some((one) => one.figure === figure))
  const report = {
    cores: availableParallelism(),
    load: loadavg(),
    reports: [...others, ...reports].sort((a, b) => a.figure - b.figure),
  }
  writeFileSync(reportFile, `${JSON.stringify(report, null, 2)}\n`)
}

function formerReports(): readonly Reported[] {
  return existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')).reports : []
}

/** The defects whose text does not occur in the source exactly once: their figures would be void. */
function unplantable(): string[] {
  return figures.flatMap(({ number, defects, furtherDefects = [] }) =>
    [...defects, ...furtherDefects]
      .filter((defect) => textWith(root, defect) === undefined)
      .map(({ name, file }) => `figure ${number}: the defect "${name}" has no place in ${file}`),
  )
}

/** The reports of all figures, with the goals of today. Ends the process if one is missing: its row would be lost. */
function reportsOfAll(): readonly Reported[] {
  const former = formerReports()
  const missing = figures.filter(({ number }) => !former.some(({ figure }) => figure === number))
  if (missing.length > 0) {
    const numbers = missing
      .map(({ number }) => number)
      .toSorted((a, b) => a - b)
      .join(',')
    process.stderr.write(
      `trust-report.json has no report of ${numbers}: run npx pnpm trust --only ${numbers}\n`,
    )
    process.exit(1)
  }
  return former.flatMap((report) =>
    figures
      .filter(({ number }) => number === report.figure)
      .map(({ name, goal }) => ({ ...report, name, goal })),
  )
}

function commitOf(root: string): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`
}

function printTable(): void {
  process.stdout.write('\n')
  const sorted = reports.toSorted((a, b) => a.figure - b.figure)
  for (const report of sorted) process.stdout.write(`${lineOf(report)}\n`)
  const passed = reports.filter(({ result }) => result === 'passed').length
  process.stdout.write(
    `${passed} of ${reports.length} passed (${size}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}). trust-report.json has the numbers, and what failed.\n`,
  )
}
