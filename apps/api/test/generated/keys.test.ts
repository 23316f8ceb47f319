import { beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database.ts'
import { namesOf } from './catalogue.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  return () => database.drop()
})

/**
 * Ledgers with the key `id` alone. An id is made without asking any database, so it is unique in all of them, and a tenant's rows keep
 * theirs when they move to another one. Only an engine that cuts a table up by tenants wants the tenant in its key.
 *
 * - `audit_log`: the key cannot begin with the tenant. Entries about sign-ins belong to no tenant, and a primary key takes no null.
 * - `asset_circulations`: from before the rule. All statements find rows by the index `(tenant_id, id)`, which is not unique. A primary key
 *   takes two releases: one builds a unique index while the service runs, and a later one exchanges the keys. A migration cannot do both,
 *   because such indexes are built after it.
 */
const withoutTenant = ['asset_circulations', 'audit_log']
/**
 * A change of the referenced key changes rows that no statement names, so a router does not see that they change. Both stay in the
 * database of the statement. The release before relies on them; without them each change would have to write these rows itself first.
 *
 * - `issues__issue_type_id__reference`: issues copy the workflow of their type, and follow it to another one. The type may be a shared
 *   record, so the key has no tenant, and issues of several tenants follow.
 * - `school_calendars__calendar_id__reference`: calendars copy the first and last day of their school year. The key begins with the tenant, so
 *   only rows of that tenant follow.
 */
const cascading = ['issues__issue_type_id__reference', 'school_calendars__calendar_id__reference']

test('the key of each ledger begins with the tenant', async () => {
  const keys = await database.sql<{ name: string; first: string }[]>`
    select c.relname as name, a.attname as first
      from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indisprimary and c.relname in ${database.sql(namesOf('ledger'))}`
  const others = keys.filter(({ first }) => first !== 'tenant_id').map(({ name }) => name)
  expect(keys).toHaveLength(namesOf('ledger').length)
  expect(others.sort()).toEqual(withoutTenant.filter((name) => others.includes(name)))
})

test('no foreign key cascades on update', async () => {
  const found = await database.sql<{ name: string }[]>`
    select conname as name from pg_constraint where contype = 'f' and confupdtype <> 'a' order by 1`
  expect(found.map(({ name }) => name)).toEqual(cascading)
})
