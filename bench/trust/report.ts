import { readFileSync, writeFileSync } from 'node:fs'
import type { Figure, Size } from './figure.ts'
import type { Finding } from './planted.ts'

/** The report on a figure. `void`: a planted defect was not found or the control failed, so the measurement proves nothing. */
export interface Reported {
  readonly figure: number
  readonly date: string
  /** The last commit; with `+` if files have changed since. */
  readonly commit: string
  readonly size: Size
  readonly name: string
  readonly goal: string
  readonly result: 'passed' | 'failed' | 'void'
  readonly defects: Readonly<Record<string, Finding | string>>
  readonly numbers: Readonly<Record<string, number | string>>
  /** The cases that failed, each with its error. */
  readonly failures?: readonly string[]
  readonly seconds: number
}

/** The table of figures in a Markdown file: its head, the line below, and its rows. */
const TABLE = /^\| Figure .*\n\| -.*\n(?:\|.*\n)*/m

/** Replaces the table of figures in a Markdown file with the reports. */
export function writeTable(file: string, reports: readonly Reported[]): void {
  const text = readFileSync(file, 'utf8')
  if (!TABLE.test(text)) throw new Error(`${file} has no table of figures`)
  const rows = [['Figure', 'Goal', 'Measured', 'Defects that it found first'], ...reports.map(rowOf)]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const [head, ...lines] = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
  const table = [head ?? [], widths.map((width) => '-'.repeat(width)), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
  writeFileSync(
    file,
    text.replace(TABLE, () => table),
  )
}

/** The numbers of the figures whose row in the table is missing, or has another name or goal than the code. */
export function outdatedRows(file: string, figures: readonly Figure[]): number[] {
  const table = TABLE.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const isStated = ({ number, name, goal }: Figure) =>
    rows.some(([, heading, stated]) => heading === `${number}. ${name}` && stated === goal)
  return figures.filter((figure) => !isStated(figure)).map(({ number }) => number)
}

function rowOf({ figure, name, goal, result, size, date, commit, numbers, defects, seconds }: Reported) {
  const measured = Object.entries(numbers).map(
    ([key, value]) => `${key.replaceAll('_', ' ')}: ${withCommas(value)}`,
  )
  const run = `${result}, ${size} (${date.slice(0, 10)}, ${commit}, ${seconds} s)`
  const lines = (texts: readonly string[]) => texts.join('<br>')
  return [`${figure}. ${name}`, goal, lines([run, ...measured]), lines(Object.keys(defects))]
}

const withCommas = (value: number | string) =>
  typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 4 }) : value
