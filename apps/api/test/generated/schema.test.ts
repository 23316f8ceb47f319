import { getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { RUNTIME_ROLE } from '../../src/db/tenancy.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import {
  contractLists,
  type Kind,
  kinds,
  meanings,
  namesOf,
  type Rule,
  referringByTable,
  rulesOf,
  textLists,
  userColumns,
} from './catalogue.ts'

let database: TestDatabase
let rules: readonly Rule[]
beforeAll(async () => {
  database = await createDatabase()
  rules = await rulesOf(database.sql)
  return () => database.drop()
})

const guarded = namesOf('owned', 'catalogue', 'ledger', 'searched')
const commands: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  owned: { read: 'SELECT', insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' },
  catalogue: { read: 'SELECT', insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' },
  ledger: { read: 'SELECT', insert: 'INSERT' },
  searched: { read: 'SELECT', insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' },
  global: {},
}
const rights: Readonly<Record<Kind, readonly string[]>> = {
  owned: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  catalogue: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  global: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  ledger: ['INSERT', 'SELECT'],
  searched: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
}

test('every table of the database has exactly one kind', async () => {
  const found = await database.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm', 'v', 'f')
       and not relispartition order by 1`
  expect(found.map(({ name }) => name)).toEqual(kinds.map(({ name }) => name).sort())
})

test('row level security is forced where rows have a tenant, but where the owner searches, and nowhere else', async () => {
  const found = await database.sql<{ name: string; enabled: boolean; forced: boolean }[]>`
    select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
  for (const { name, enabled, forced } of found) {
    const expected = guarded.includes(name)
    expect([name, enabled, forced]).toEqual([name, expected, expected && !namesOf('searched').includes(name)])
  }
})

test('the planner keeps no statistics of tenants: it plans before it is told which one', async () => {
  const found = await database.sql<{ name: string }[]>`
    select relname as name from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attname = 'tenant_id' and attstattarget = 0
     order by 1`
  expect(found.map(({ name }) => name)).toEqual([...guarded].sort())
})

test.each(kinds)(
  '$name has the policies and grants of its kind, $kind, and no others',
  async ({ name, kind }) => {
    const policies = await database.sql`
    select policyname, cmd, permissive, roles::text as roles from pg_policies where tablename = ${name} order by 1`
    const expected = Object.entries(commands[kind]).map(([what, cmd]) => ({
      policyname: `${name}_${what}`,
      cmd,
      permissive: 'PERMISSIVE',
      roles: '{public}',
    }))
    expect([...policies]).toEqual(expected.sort((a, b) => (a.policyname < b.policyname ? -1 : 1)))
    const granted = await database.sql<{ grantee: string; right: string }[]>`
    select coalesce(r.rolname, 'public') as grantee, a.privilege_type as right
      from pg_class c, aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
     where c.oid = ${`public.${name}`}::regclass and a.grantee <> c.relowner order by 2`
    expect(granted.map(({ grantee, right }) => `${grantee} ${right}`)).toEqual(
      rights[kind].map((right) => `${RUNTIME_ROLE} ${right}`),
    )
  },
)

test.each(kinds)('the columns of $name are those that the code knows', async ({ name, table }) => {
  const found = await database.sql<{ name: string; required: boolean; collation: string | null }[]>`
    select attname as name, attnotnull as required, nullif(collname, 'default') as collation
      from pg_attribute left join pg_collation c on c.oid = attcollation
     where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped`
  const known = Object.values(getTableColumns(table)).map((column) => `${column.name} ${column.notNull}`)
  expect(found.map((column) => `${column.name} ${column.required}`).sort()).toEqual(known.sort())
  for (const column of found.filter((one) => /^(id|.*_id)$/.test(one.name) && one.name !== 'request_id'))
    expect([column.name, column.collation]).toEqual([column.name, 'C'])
})

test('the runtime role can do nothing but serve', async () => {
  const [role] =
    await database.sql`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = ${RUNTIME_ROLE}`
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
  })
  const owned = await database.sql`
    select relname as name from pg_class where relowner = ${RUNTIME_ROLE}::regrole
    union all select proname from pg_proc where proowner = ${RUNTIME_ROLE}::regrole
    union all select nspname from pg_namespace where nspowner = ${RUNTIME_ROLE}::regrole
    union all select datname from pg_database where datdba = ${RUNTIME_ROLE}::regrole
    union all select rolname from pg_auth_members join pg_roles r on r.oid = roleid where member = ${RUNTIME_ROLE}::regrole`
  expect([...owned]).toEqual([])
  const schemas = await database.sql`
    select nspname as name, has_schema_privilege(${RUNTIME_ROLE}, oid, 'create') as creates, has_schema_privilege(${RUNTIME_ROLE}, oid, 'usage') as uses
      from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`
  expect([...schemas]).toEqual([
    { name: 'drizzle', creates: false, uses: false },
    // The tables of jobs: their owner creates them, and the role reads and writes rows.
    { name: 'pgboss', creates: false, uses: true },
    { name: 'public', creates: false, uses: true },
  ])
})

test('functions that act as their owner say where they look for tables', async () => {
  const found = await database.sql`
    select proname as name, proconfig::text as config from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`
  expect(found.length).toBeGreaterThan(0)
  for (const { name, config } of found)
    expect([name, config]).toEqual([name, expect.stringContaining('"search_path=public, pg_temp"')])
})

/**
 * Tables whose rows cannot be deleted while a custom field has them as its value. Issues are protected by `issue_mentions`, users
 * by the other rows that name them.
 */
const namedByFields = ['groups', 'persons', 'assets', 'configuration_items', 'locations']

/**
 * References without a foreign key: custom fields refer to several tables, details are JSON, and catalogues belong to several
 * tenants.
 */
const unkeyed = [
  ...namedByFields.map((table) => [table, 'issue_field_values.record_id']),
  ['persons', 'issues.requester_person_id'],
  ['persons', 'issues.requested_for_person_id'],
  ['schools', 'school_grade_levels.school_id'],
]

const isKeyTo = ({ type, target, columns }: Rule, table: string, column: string) =>
  type === 'f' && target === table && columns.includes(column)

describe('constraints', () => {
  test('keys and unique indexes of owned tables begin with the tenant', () => {
    for (const { table, name, columns } of rules.filter(
      ({ type, table: of }) => 'pu'.includes(type) && namesOf('owned').includes(of),
    ))
      expect([table, name, columns[0]]).toEqual([table, name, 'tenant_id'])
  })

  test('catalogue records are referred to by id alone, and unique in their tenant or their parent otherwise', () => {
    const isParent = (table: string, column: string | undefined) =>
      rules.some(
        ({ type, table: of, columns, target }) =>
          type === 'f' &&
          of === table &&
          columns.includes(column ?? '') &&
          namesOf('catalogue').includes(target ?? ''),
      )
    for (const { type, table, name, columns } of rules.filter(
      (rule) => 'pu'.includes(rule.type) && namesOf('catalogue').includes(rule.table),
    )) {
      const [first] = columns
      if (type === 'p') expect([table, columns]).toEqual([table, ['id']])
      else
        expect([name, first === 'id' || isParent(table, first) ? 'tenant_id' : first]).toEqual([
          name,
          'tenant_id',
        ])
    }
  })

  test('every foreign key says what happens on delete, and none clears a tenant', () => {
    const keys = rules.filter(({ type }) => type === 'f')
    expect(keys.length).toBeGreaterThan(0)
    for (const { name, on_delete, columns } of keys) {
      expect([name, on_delete === 'a' ? 'nothing' : 'stated']).toEqual([name, 'stated'])
      if (columns.includes('tenant_id')) expect([name, 'nd'.includes(on_delete)]).toEqual([name, false])
    }
  })

  test('foreign keys among owned tables carry the tenant, and no global table refers to an owned one', () => {
    const owned = namesOf('owned')
    for (const { name, table, target, columns, target_columns } of rules.filter(({ type }) => type === 'f')) {
      if (!owned.includes(target ?? '')) continue
      expect([name, namesOf('global', 'catalogue').includes(table)]).toEqual([name, false])
      expect([name, columns[0], target_columns[0]]).toEqual([name, 'tenant_id', 'tenant_id'])
    }
  })

  test('names say which member broke which rule', () => {
    const wrong = rules.filter(({ type, table, name, columns }) => {
      if (type === 'p' || columns[0] === 'id') return false
      const [of, member = '', what = '', ...more] = name.split('__')
      const known = kinds.find((one) => one.name === table)
      const stored = known ? Object.values(getTableColumns(known.table)).map((column) => column.name) : []
      return (
        of !== table ||
        !known ||
        !(member in known.table || stored.includes(member)) ||
        !meanings[type].includes(what) ||
        more.length > 0
      )
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('lists of texts are the enumerations of the contract', () => {
    const stored = textLists(rules)
    const declared = contractLists()
    expect(declared.size).toBeGreaterThan(0)
    for (const [column, values] of declared) expect([column, stored.get(column)]).toEqual([column, values])
  })

  test('text columns with a closed list in the code have it in the database, or refer to one that has', () => {
    const stored = textLists(rules)
    const referring = new Set(
      rules
        .filter(({ type }) => type === 'f')
        .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
    )
    const closed = kinds.flatMap(({ name, table }) =>
      Object.values(getTableColumns(table))
        .filter(({ enumValues }) => enumValues !== undefined && enumValues.length > 0)
        .map((column) => [`${name}.${column.name}`, [...(column.enumValues ?? [])].sort()] as const),
    )
    for (const [column, values] of closed)
      if (!referring.has(column)) expect([column, stored.get(column)]).toEqual([column, values])
  })

  test('columns of catalogues that hold ids of users are listed in their stores, which hide them elsewhere', () => {
    const names = /^(.*_by|lead_id|default_assignee_id)$/
    const columnsOfUsers = kinds.flatMap(({ name, kind, table }) =>
      kind === 'catalogue'
        ? Object.values(getTableColumns(table))
            .filter(
              (column) =>
                names.test(column.name) ||
                rules.some((rule) => rule.table === name && isKeyTo(rule, 'users', column.name)),
            )
            .map((column) => `${name}.${column.name}`)
        : [],
    )
    const hidden = new Set(userColumns())
    expect(columnsOfUsers.length).toBeGreaterThan(0)
    expect(columnsOfUsers.filter((column) => !hidden.has(column))).toEqual([])
  })

  test.each(referringByTable())(
    'before a row of $table goes, everything that refers to its id is counted',
    ({ table, referring }) => {
      const keyed = rules
        .filter(({ type, target, on_delete }) => type === 'f' && target === table && 'ra'.includes(on_delete))
        .map(({ table: from, columns, target_columns }) => ({
          from,
          column: columns[target_columns.indexOf('id')],
        }))
        // Every row of a tenant refers to it; this reference is not counted.
        .flatMap(({ from, column }) => (column && column !== 'tenant_id' ? [`${from}.${column}`] : []))
      const further = unkeyed.flatMap(([target, column]) => (target === table && column ? [column] : []))
      expect(referring.toSorted()).toEqual([...keyed, ...further].sort())
    },
  )
})
