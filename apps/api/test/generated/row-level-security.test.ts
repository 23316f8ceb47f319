import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID, RUNTIME_ROLE } from '../../src/db/tenancy.ts'
import { createRecord, recordIn, sampleOf, validCall } from './calls.ts'
import { kinds, namesOf } from './catalogue.ts'
import { operations, operationsWhere } from './operations.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()
const guarded = kinds.filter(({ kind }) => kind !== 'global')

/** Operations that create a part of a record. */
const makingParts = operationsWhere(({ path, success }) => success.status === 201 && path.includes('{'))

/** A connection on which no tenant is ever selected. */
let fresh: postgres.Sql

beforeAll(async () => {
  const { url: _, prepare: __, assumeRole: ___, ...owner } = worlds.service.database.owner
  fresh = postgres({ ...owner, max: 1 })
  const groups = new Set(operations.map(({ group }) => group))
  for (const world of [worlds.mine, worlds.other, worlds.root]) {
    for (const group of groups) if (sampleOf(group).create) await createRecord(world, group)
    for (const operation of makingParts)
      recordIn(await send(world, operation.endpoint, await validCall(world, operation)))
    await sqlOf().begin(async (sql) => {
      await sql`select commonhold_select_tenant(${world.tenantId})`
      const projectId = newId()
      await sql`insert into projects (id, key, name) values (${projectId}, ${`P${newId().slice(-11)}`}, ${newId()})`
      // These rows are written by moves, limits and the passing of time, not by an operation that creates them.
      await sql`insert into issue_former_keys (key, issue_id) select 'OLD-1', id from issues where tenant_id = ${world.tenantId} limit 1`
      await sql`insert into issue_former_parties (issue_id, field, party_id)
        select id, 'assignee_id', ${world.user.id} from issues where tenant_id = ${world.tenantId} limit 1`
      await sql`insert into log_writers (user_id) values (${world.user.id})`
      await sql`insert into passed_times (kind, record_id, due_at) values ('issue_due', ${newId()}, '2026-01-01')`
      await sql`insert into notifications (id, user_id, kind, issue_id, is_internal, event_id, request_id)
        select ${newId()}, ${world.user.id}, 'assigned', id, false, ${newId()}, ${newId()} from issues where tenant_id = ${world.tenantId} limit 1`
      await sql`insert into issue_settings (record_id) select id from issue_types where tenant_id = ${ROOT_TENANT_ID} limit 1`
      await sql`insert into issue_type_projects (issue_type_id, project_id) select id, ${projectId} from issue_types where tenant_id = ${ROOT_TENANT_ID} limit 1`
    })
  }
  return () => fresh.end({ timeout: 1 })
})

const sqlOf = () => worlds.service.database.sql

/** Runs SQL as the runtime role, in the tenant if one is given, and rolls it back. */
async function asRuntime<T>(
  tenantId: string | null,
  work: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const undone = new Error('undone')
  let result: { value: T } | undefined
  await sqlOf()
    .begin(async (sql) => {
      await sql.unsafe(`set local role ${RUNTIME_ROLE}`)
      if (tenantId) await sql`select commonhold_select_tenant(${tenantId})`
      result = { value: await work(sql) }
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  if (!result) throw new Error('the work did not run')
  return result.value
}

const REFUSED = expect.objectContaining({ code: '42501' })

describe.each(guarded)('$name, by SQL without a tenant predicate', ({ name, kind }) => {
  test('shows the rows of the tenant, and of the root tenant where they are shared', async () => {
    const visible = async (tenantId: string) =>
      asRuntime(tenantId, async (sql) =>
        (await sql`select distinct tenant_id from ${sql(name)}`).map((row) => row.tenant_id as string),
      )
    const [{ everybody } = { everybody: 0 }] = await sqlOf()<
      { everybody: number }[]
    >`select count(distinct tenant_id)::int as everybody from ${sqlOf()(name)}`
    expect(everybody, 'several tenants have rows').toBeGreaterThanOrEqual(3)
    const { mine, root } = worlds
    expect((await visible(mine.tenantId)).sort()).toEqual(
      kind === 'catalogue' ? [mine.tenantId, ROOT_TENANT_ID].sort() : [mine.tenantId],
    )
    expect(await visible(root.tenantId)).toEqual([ROOT_TENANT_ID])
    expect(await visible(newId())).toEqual(kind === 'catalogue' ? [ROOT_TENANT_ID] : [])
  })

  test('fails loudly on a connection that never entered a tenant', async () => {
    const query = `set local role ${RUNTIME_ROLE}; select * from "${name}"`
    await expect(fresh.begin((sql) => sql.unsafe(query))).rejects.toMatchObject({ severity: 'ERROR' })
  })

  test('shows nothing after a tenant was left', async () => {
    await asRuntime(worlds.mine.tenantId, (sql) => sql`select 1 from ${sql(name)}`)
    const left = asRuntime(null, async (sql) => (await sql`select * from ${sql(name)}`).length)
    expect(await left.catch(() => 0)).toBe(0)
  })

  test('adds no row to another tenant', async () => {
    const columns = await sqlOf()<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
    const list = columns.map((column) => `"${column.name}"`).join(', ')
    const values = columns
      .map((column) => ({ tenant_id: '$1', id: '$2' })[column.name] ?? `"${column.name}"`)
      .join(', ')
    for (const tenantId of [worlds.other.tenantId, ROOT_TENANT_ID]) {
      const insert = (sql: postgres.TransactionSql) =>
        sql.unsafe(
          `insert into "${name}" (${list}) select ${values} from "${name}" limit 1`,
          values.includes('$2') ? [tenantId, newId()] : [tenantId],
        )
      await expect(asRuntime(worlds.mine.tenantId, insert)).rejects.toEqual(REFUSED)
    }
  })
})

describe.each(guarded.filter(({ kind }) => kind !== 'ledger'))(
  '$name, by SQL without a tenant predicate',
  ({ name }) => {
    test('changes and deletes the rows of the tenant alone, and gives none away', async () => {
      const { tenantId } = worlds.mine
      const [{ own } = { own: 0 }] = await sqlOf()<
        { own: number }[]
      >`select count(*)::int as own from ${sqlOf()(name)} where tenant_id = ${tenantId}`
      expect(own).toBeGreaterThan(0)
      const changed = await asRuntime(
        tenantId,
        async (sql) => (await sql`update ${sql(name)} set tenant_id = tenant_id`).count,
      )
      expect(changed).toBe(own)
      const deleted = await asRuntime(
        tenantId,
        async (sql) => (await sql`delete from ${sql(name)} where tenant_id <> ${tenantId}`).count,
      )
      expect(deleted).toBe(0)
      for (const other of [worlds.other.tenantId, ROOT_TENANT_ID])
        await expect(
          asRuntime(tenantId, (sql) => sql`update ${sql(name)} set tenant_id = ${other}`),
        ).rejects.toEqual(REFUSED)
    })
  },
)

test.each(namesOf('ledger'))('%s is only ever added to', async (name) => {
  for (const statement of [`update "${name}" set id = id`, `delete from "${name}"`, `truncate "${name}"`])
    await expect(asRuntime(worlds.mine.tenantId, (sql) => sql.unsafe(statement))).rejects.toEqual(REFUSED)
})

test.each([
  'create table mine (id int)',
  'create schema mine',
  `alter table assets disable row level security`,
  `drop policy assets_read on assets`,
  `create function mine() returns int language sql as 'select 1'`,
  'select * from drizzle.__drizzle_migrations',
  'truncate assets',
  'create role mine',
])('the runtime role may not: %s', async (statement) => {
  await expect(asRuntime(worlds.mine.tenantId, (sql) => sql.unsafe(statement))).rejects.toEqual(REFUSED)
})
