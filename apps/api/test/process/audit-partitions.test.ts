import postgres from 'postgres'
import { encodeTime } from 'ulidx'
import { expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { migrate } from '../../src/db/migrate.ts'
import { addMonths, dropMonths } from '../../src/db/monthly-partitions.ts'
import { monthName, monthOf } from '../../src/db/months.ts'
import { partitionByMonths } from '../../src/db/partition-by-months.ts'
import { partitionsOf } from '../../src/db/partitions.ts'
import { tenancySteps } from '../../src/db/tenancy.ts'
import { seed } from '../../src/seed.ts'
import { schema } from '../../src/tables.ts'
import { migrateTo, secure, tags } from './earlier-schema.ts'
import { emptyDatabase, type Gate, migratedDatabase } from './gate.ts'

const TENANT = '01K4AAAAAAAAAAAAAAAAAAAAAA'
const WRITERS = 4

const idAt = (moment: Date) => encodeTime(moment.getTime(), 10) + newId().slice(10)
const now = new Date()

const write = (sql: postgres.Sql | postgres.TransactionSql, id: string) => sql`
  insert into audit_log (id, tenant_id, request_id, operation, action) values (${id}, ${TENANT}, 'test', 'test', 'updated')`

/** The ids of the tenant's entries in the log or in a partition, as the owner sees them. */
async function idsIn({ sql }: Gate, table = 'audit_log'): Promise<string[]> {
  return sql
    .begin(async (tx) => {
      await tx`alter table audit_log no force row level security`
      const rows = await tx<
        { id: string }[]
      >`select id from ${tx(table)} where tenant_id = ${TENANT} order by id`
      await tx`alter table audit_log force row level security`
      return rows
    })
    .then((rows) => rows.map(({ id }) => id))
}

test('a log with entries is partitioned by months while others write: each entry stays, and none fails', async () => {
  const gate = await emptyDatabase()
  const { sql, url } = gate
  await gate.open()
  await migrateTo(sql, tags.at(-1) ?? '')
  await secure(sql)
  await sql`grant select on audit_log to pg_monitor`
  const written: string[] = []
  let isOver = false
  const writers = Array.from({ length: WRITERS }, async () => {
    const one = postgres(url, {
      max: 1,
      onnotice: () => {},
      connection: { role: 'commonhold_app', 'app.tenant_id': TENANT },
    })
    for (; !isOver; ) {
      const id = newId()
      await write(one, id)
      written.push(id)
    }
    await one.end()
  })
  await expect.poll(() => written.length).toBeGreaterThan(100)
  const before = written.length
  const notices: string[] = []
  const connection = { client_min_messages: 'debug1' }
  const owner = postgres(url, { max: 1, connection, onnotice: ({ message }) => notices.push(message ?? '') })
  for (const step of tenancySteps(schema.kinds).filter(({ subject }) => subject === 'audit_log'))
    await partitionByMonths(owner, step)
  await owner.end()
  // PostgreSQL scanned no rows under the lock, because the check constraint already implies the bounds.
  expect(notices).toContain(
    'partition constraint for table "audit_log_first" is implied by existing constraints',
  )
  await migrate({ url }, schema, seed)
  const after = written.length
  await expect.poll(() => written.length).toBeGreaterThan(after + 100)
  isOver = true
  await Promise.all(writers)
  expect(after).toBeGreaterThan(before)
  expect(await idsIn(gate)).toEqual(written.toSorted())
  expect(await idsIn(gate, 'audit_log_first')).toEqual(written.toSorted())
  const partitions = (await partitionsOf(sql, 'audit_log')).map(({ name }) => name)
  const ahead = [2, 3].map((after) => `audit_log_${monthName(monthOf(now, after))}`)
  expect(partitions.toSorted()).toEqual([...ahead, 'audit_log_first', 'audit_log_rest'].toSorted())
  // The runtime role can read a partition only through the log, whose policies apply. Roles that could read the log still can.
  const rights = await sql<{ name: string; role: string }[]>`
    select c.relname as name, a.grantee::regrole::text as role from pg_class c, aclexplode(c.relacl) a
     where c.relname = any(${['audit_log', ...partitions]}) and a.grantee <> c.relowner and a.privilege_type = 'SELECT' order by 2, 1`
  expect(rights.filter(({ role }) => role === 'commonhold_app').map(({ name }) => name)).toEqual([
    'audit_log',
  ])
  expect(rights.filter(({ role }) => role === 'pg_monitor').map(({ name }) => name)).toEqual(
    ['audit_log', ...partitions].toSorted(),
  )
})

test('an entry that came before its month was made moves into it', async () => {
  const gate = await migratedDatabase()
  const { sql } = gate
  const later = idAt(monthOf(now, 14))
  const month = `audit_log_${monthName(monthOf(now, 14))}`
  await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${TENANT})`
    await write(tx, later)
  })
  expect(await idsIn(gate, 'audit_log_rest')).toEqual([later])
  await addMonths(sql, 'audit_log', monthOf(now, 13))
  await addMonths(sql, 'audit_log', monthOf(now, 13))
  expect(await idsIn(gate, 'audit_log_rest')).toEqual([])
  expect(await idsIn(gate, month)).toEqual([later])
  expect(await idsIn(gate)).toEqual([later])
})

test('months that are over are dropped, one that a dead process has left as well, and nothing else', async () => {
  const gate = await migratedDatabase()
  const { sql } = gate
  await addMonths(sql, 'audit_log', monthOf(now, 6))
  const retained = idAt(monthOf(now, 7))
  await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${TENANT})`
    await write(tx, newId())
    await write(tx, idAt(monthOf(now, 6)))
    await write(tx, retained)
  })
  const sixth = `audit_log_${monthName(monthOf(now, 6))}`
  await sql.unsafe(
    `alter table audit_log detach partition ${sixth}; alter table ${sixth} rename to ${sixth}_detached`,
  )
  const last = new Date(monthOf(now, 7).getTime() - 1)
  const storeNothing = () => Promise.resolve()
  expect(await dropMonths(sql, 'audit_log', last, storeNothing)).toContain('audit_log_first')
  expect(await idsIn(gate)).toEqual([retained])
  expect(await dropMonths(sql, 'audit_log', last, storeNothing)).toEqual([])
  const tables =
    await sql`select relname from pg_class where relname like 'audit\\_log%detached%' and relkind = 'r'`
  expect(tables).toHaveLength(0)
})
