import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { roleSql, tenancySteps } from '../../src/kernel/tenancy.ts'
import { tables } from '../../src/tables.ts'
import { startProcess } from './child.ts'
import { emptyDatabase } from './gate.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
const journalOf = async (of: string) => JSON.parse(await readFile(join(of, 'meta/_journal.json'), 'utf8'))
const tags: string[] = (await journalOf(folder)).entries.map(({ tag }: { tag: string }) => tag)

/** Makes the tables as they were after a migration. */
async function migrateTo(sql: postgres.Sql, tag: string): Promise<void> {
  const earlier = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(earlier, { recursive: true }))
  await cp(folder, earlier, { recursive: true })
  const journal = await journalOf(earlier)
  const entries = journal.entries.slice(0, tags.indexOf(tag) + 1)
  await writeFile(join(earlier, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  await migrate(drizzle(sql), { migrationsFolder: earlier })
}

/** Row level security as a start leaves it, which binds the owner as well. */
async function secure(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(roleSql)
  const there = new Set(
    (await sql`select tablename from pg_tables`).map(({ tablename }) => String(tablename)),
  )
  for (const { subject, sql: step } of tenancySteps(tables)) if (there.has(subject)) await sql.unsafe(step)
}

test.each(tags.slice(0, -1))('an installation that stands at %s comes up with its records', async (tag) => {
  const gate = await emptyDatabase()
  const { sql } = gate
  await migrateTo(sql, tag)
  const hasPreferences = tag !== tags[0]
  const [tenant, project, gone, ada, bob] = Array.from({ length: 5 }, newId)
  await sql`insert into tenants (id, name, slug) values (${tenant ?? ''}, 'A school', 'a-school')`
  await sql`insert into projects (id, tenant_id, key, name) values (${project ?? ''}, ${tenant ?? ''}, 'OPS', 'Operations')`
  for (const [id, preferred] of [
    [ada, project],
    [bob, gone],
  ]) {
    await sql`insert into users (id, email, password_hash) values (${id ?? ''}, ${`${id}@example.org`}, 'none')`
    if (hasPreferences)
      await sql`insert into preferences (id, default_project_id) values (${id ?? ''}, ${preferred ?? ''})`
  }
  await secure(sql)
  await gate.open()
  await startProcess({ DATABASE_URL: gate.url }).ready
  const kept = await sql`select id, default_project_id from preferences order by id`
  expect([...kept]).toEqual(
    hasPreferences
      ? [
          { id: ada, default_project_id: project },
          { id: bob, default_project_id: null },
        ]
      : [],
  )
  const projects = await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenant ?? ''})`
    return tx`select from projects where id = ${project ?? ''}`
  })
  expect(projects).toHaveLength(1)
  expect(
    await sql`select relname from pg_class where relname in ('projects', 'assets') and not relforcerowsecurity`,
  ).toHaveLength(0)
})
