import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type postgres from 'postgres'
import { onTestFinished } from 'vitest'
import { roleSql, tenancySteps } from '../../src/db/tenancy.ts'
import { tables } from '../../src/tables.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
const journalOf = async (of: string) => JSON.parse(await readFile(join(of, 'meta/_journal.json'), 'utf8'))
/** The names of the migrations, in order. */
export const tags: string[] = (await journalOf(folder)).entries.map(({ tag }: { tag: string }) => tag)

/** Creates the tables as they were after a migration. */
export async function migrateTo(sql: postgres.Sql, tag: string): Promise<void> {
  const earlier = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(earlier, { recursive: true }))
  await cp(folder, earlier, { recursive: true })
  const journal = await journalOf(earlier)
  const entries = journal.entries.slice(0, tags.indexOf(tag) + 1)
  await writeFile(join(earlier, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  await migrate(drizzle(sql), { migrationsFolder: earlier })
}

/** Applies row level security as a start does. It also restricts the owner. */
export async function secure(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(roleSql)
  const there = new Set(
    (await sql`select tablename from pg_tables`).map(({ tablename }) => String(tablename)),
  )
  for (const { subject, sql: step } of tenancySteps(tables))
    if (there.has(subject)) await sql.unsafe(withoutLaterTriggers(step))
}

/** The statements of a step, except triggers, because they may use columns that an earlier schema lacks. */
const withoutLaterTriggers = (step: string) =>
  step
    .split(';\n')
    .filter((statement) => !statement.startsWith('create or replace trigger'))
    .join(';\n')
