import { expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { addEarlierIssue, expectKept } from './earlier-issues.ts'
import { migrateTo, secure, tags } from './earlier-schema.ts'
import { emptyDatabase } from './gate.ts'
import { startInProcess } from './in-process.ts'

/**
 * The first and the last migration of each form of the stored records, and the last but one of all. Starting from a migration in
 * between would test the same records.
 */
const stands = [
  '0000_first',
  '0001_work_places_people',
  '0002_named_records',
  '0003_references',
  '0009_asset_stock',
  '0010_approvals',
  ...tags.slice(-2, -1),
]

test.each(stands)('an installation that stands at %s comes up with its records', async (tag) => {
  const gate = await emptyDatabase()
  const { sql } = gate
  await migrateTo(sql, tag)
  const hasPreferences = tag !== '0000_first'
  /** Earlier schemas keep a default project that no longer exists. */
  const hasDangling = tags.indexOf(tag) < tags.indexOf('0003_references')
  const [tenant, project, gone, ada, bob] = Array.from({ length: 5 }, newId)
  await sql`insert into tenants (id, name, slug) values (${tenant ?? ''}, 'A school', 'a-school')`
  await sql`insert into projects (id, tenant_id, key, name) values (${project ?? ''}, ${tenant ?? ''}, 'OPS', 'Operations')`
  for (const [id, preferred] of [
    [ada, project],
    [bob, hasDangling ? gone : null],
  ]) {
    await sql`insert into users (id, email, password_hash) values (${id ?? ''}, ${`${id}@example.org`}, 'none')`
    if (hasPreferences)
      await sql`insert into preferences (id, default_project_id) values (${id ?? ''}, ${preferred ?? null})`
  }
  const place = { tenant: tenant ?? '', project: project ?? '', approvers: [ada ?? '', bob ?? ''] }
  /**
   * The earlier form of issues exists only before this migration. Later, votes and words are as the current release writes them.
   */
  const hasIssues = hasPreferences && tags.indexOf(tag) < tags.indexOf('0010_approvals')
  const issue = hasIssues ? await addEarlierIssue(sql, place) : ''
  await secure(sql)
  await gate.open()
  const address = await startInProcess(gate.url)
  const stored = await sql`select id, default_project_id from preferences order by id`
  expect([...stored]).toEqual(
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
  if (hasIssues) await expectKept(sql, address, place, issue)
})
