import { beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database.ts'
import { namesOf } from './catalogue.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  return () => database.drop()
})

/** Keys from before the rule; a table that is cut up by tenants needs the tenant in its key. */
const withoutTenant = ['asset_circulations', 'audit_log']
/** Foreign keys from before the rule: a change of the referenced key would write rows that no statement named. */
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
