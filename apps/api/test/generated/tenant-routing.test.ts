import { beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database.ts'
import { namesOf, type Rule, rulesOf } from './catalogue.ts'

/** The rules of the database by which a router or an extension can store all rows of a tenant in one place. */
let database: TestDatabase
let rules: readonly Rule[]
beforeAll(async () => {
  database = await createDatabase()
  rules = await rulesOf(database.sql)
  return () => database.drop()
})

/** Functions that read the tenant from the setting, by reason. */
const reading = {
  /**
   * They have no tenant parameter, and pass the setting to the function that has one. They are removed when no release calls
   * them.
   */
  former: [
    'commonhold_groups_within',
    'commonhold_impact',
    'commonhold_is_member_elsewhere',
    'commonhold_may',
    'commonhold_person_of',
    'commonhold_reads',
    'commonhold_search_issues',
    'commonhold_today',
  ],
  /** No policy applies to the owner, so the function compares its tenant parameter with the setting. */
  comparing: ['commonhold_search_issues_in'],
  /** A trigger function, which selects the former tenant again at its end. */
  restoring: ['commonhold_keep_owner'],
}

test('functions take the tenant as an argument: only former ones read the setting, and none calls those', async () => {
  const functions = await database.sql<{ name: string; body: string }[]>`
    select proname::text as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`
  const found = functions.filter(({ body }) => /current_setting\('app\.tenants?(_id)?'/.test(body))
  expect(found.map(({ name }) => name).sort()).toEqual(Object.values(reading).flat().sort())
  const callers = functions.filter(({ body }) => reading.former.some((name) => body.includes(`${name}(`)))
  expect(callers.map(({ name }) => name)).toEqual([])
})

test('only policies and defaults of columns read the setting besides', async () => {
  const views = await database.sql`
    select c.conname as name from pg_constraint c
     where pg_get_constraintdef(c.oid) like '%app.tenant%'
    union all select indexrelid::regclass::text from pg_index where pg_get_indexdef(indexrelid) like '%app.tenant%'
    union all select tgname from pg_trigger where pg_get_triggerdef(oid) like '%app.tenant%'`
  expect([...views]).toEqual([])
})

/**
 * Keys that do not begin with the tenant although their tables have one, by reason. Rows of catalogues are found by id alone: all
 * tenants use shared records. Ids are created without any database, so they are unique in all of them. Only an engine that splits
 * a table by tenant needs the tenant in these keys.
 */
const exempt = {
  /**
   * Some entries and mails of accounts belong to no tenant, and a primary key allows no null. They are stored with the accounts.
   */
  withoutTenant: ['audit_log_pkey', 'mail_outbox_pkey', 'mail_tokens_pkey'],
  /** It lists the tenants of a user, so it is read by user. It is stored with the accounts. */
  ofAccounts: ['user_tenants_pkey'],
  /**
   * It is older than the rule; statements find rows by the index `(tenant_id, id)`. The key can be replaced in two releases: the
   * first builds a unique index while the service runs, and a later one exchanges the keys. One migration cannot do both, because
   * such indexes are built after it.
   */
  toChange: ['asset_circulations_pkey'],
}

test('keys of tables with a tenant begin with it, those of ledgers too', async () => {
  const tenantTables = await database.sql<{ name: string }[]>`
    select c.relname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_id'`
  const names = new Set(tenantTables.map(({ name }) => name))
  const catalogues = new Set(namesOf('catalogue'))
  const keyed = new Set(rules.flatMap(({ type, table }) => (type === 'p' ? [table] : [])))
  expect(namesOf('ledger').filter((name) => !(names.has(name) && keyed.has(name)))).toEqual([])
  const others = rules.filter(
    ({ type, table, columns }) =>
      'pu'.includes(type) && names.has(table) && !catalogues.has(table) && columns[0] !== 'tenant_id',
  )
  expect(others.map(({ name }) => name).sort()).toEqual(Object.values(exempt).flat().sort())
})

/**
 * These keys update copies of columns that constraints compare. A change of the referenced key changes rows that no statement
 * names, so a router does not notice the change; both stay in the database of the statement. The previous release relies on
 * these keys. Without them, each change would have to write these rows itself first.
 *
 * - `issues__issue_type_id__reference`: issues copy the workflow of their type, and get a new one with it. The type may be a
 *   shared record, so the key has no tenant, and issues of several tenants change.
 * - `school_calendars__calendar_id__reference`: calendars copy the first and last day of their school year. The key begins with
 *   the tenant, so only rows of that tenant change.
 */
const copies = ['issues__issue_type_id__reference', 'school_calendars__calendar_id__reference']

test('no foreign key changes rows on update, but those that keep copies', async () => {
  const found = await database.sql<{ name: string }[]>`
    select conname::text as name from pg_constraint
     where connamespace = 'public'::regnamespace and contype = 'f' and confupdtype <> 'a' order by 1`
  expect(found.map(({ name }) => name)).toEqual(copies)
})
