import type postgres from 'postgres'
import { type Contents, contentsOf, objectsOf, openReader } from './contents.ts'
import { assertSeesAllRows } from './seeing-all-rows.ts'
import { checksumOf, type Queries } from './stored-tables.ts'

/** How a restored database compares with the original. */
export interface Verified {
  readonly tables: number
  readonly rows: number
  /** One line for each difference; empty if the restored database is complete. */
  readonly differences: readonly string[]
  /** Entries of the audit log with transaction ids of another server. They are not differences; `after-restore` resets them. */
  readonly foreignEntries: number
}

/** The contents of the original database, which must not have changed since the backup. The role of `url` must see all rows. */
export async function originalAt(url: string): Promise<Contents> {
  const original = openReader(url, 'original')
  try {
    await assertSeesAllRows(original, 'original')
    return await contentsOf(original)
  } finally {
    await original.end({ timeout: 1 })
  }
}

/** Compares a restored database with the contents of the original. The role of `restoredUrl` must see all rows. */
export async function verifyRestore(original: Contents, restoredUrl: string): Promise<Verified> {
  const restored = openReader(restoredUrl, 'restored database')
  try {
    const schemas = compareObjects(original.objects, await objectsOf(restored))
    // `schemas` already lists the missing tables and columns; their rows cannot be compared.
    if (schemas.some((line) => line.startsWith('missing: column')))
      return { tables: 0, rows: 0, differences: schemas, foreignEntries: 0 }
    await assertSeesAllRows(restored, 'restored database')
    const content = await compareRows(original, restored)
    return {
      ...content,
      differences: [...schemas, ...content.differences],
      foreignEntries: await countForeignEntries(restored),
    }
  } finally {
    await restored.end({ timeout: 1 })
  }
}

function compareObjects(expected: Contents['objects'], found: Contents['objects']): string[] {
  const lost = Object.entries(expected).flatMap(([name, definition]) => {
    const actual = found[name]
    if (actual === undefined) return [`missing: ${name}`]
    return actual === definition ? [] : [`differs: ${name} is ${actual}, was ${definition}`]
  })
  const more = Object.keys(found).filter((name) => !Object.hasOwn(expected, name))
  return [...lost, ...more.map((name) => `not in the original: ${name}`)]
}

async function compareRows({ tables }: Contents, restored: postgres.Sql) {
  const differences: string[] = []
  let rows = 0
  for (const was of tables) {
    const is = await checksumOf(restored, was)
    rows += is.rows
    if (was.rows !== is.rows || was.sum !== is.sum)
      differences.push(
        `rows of ${was.name}: ${is.rows} restored, ${was.rows} in the original${is.rows === was.rows ? ', and their content differs' : ''}`,
      )
  }
  return { tables: tables.length, rows, differences }
}

/** Counts entries with transaction ids that the restored database's server has not reached: readers of events would miss them. */
async function countForeignEntries(sql: Queries): Promise<number> {
  const [row] = await sql<[{ entries: number }]>`
    select count(*)::int as entries from audit_log where xid >= pg_snapshot_xmin(pg_current_snapshot())`
  return row.entries
}
