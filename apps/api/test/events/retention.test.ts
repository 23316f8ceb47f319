import pino from 'pino'
import { encodeTime } from 'ulidx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { partitionsOf } from '../../src/db/partitions.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant } from '../world.ts'

const DAY = 86_400_000
const now = Date.now()

let service: TestService
let ada: TestUser
let tenantId: string
beforeAll(async () => {
  service = await startService({ ROLE: 'api', EVENT_RETENTION_DAYS: '40' })
  ada = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada] })
})
afterAll(() => service.stop())

const client = () => service.as(ada.token, tenantId)
const head = async () => (await client().events.head.get()).next
const idDaysAgo = (days: number) => encodeTime(now - days * DAY, 10) + newId().slice(10)
const expired = { ok: false, error: { status: 410, code: 'cursor_expired' } }

/** Adds an entry whose id dates from some days ago. */
const addEntry = (days: number) =>
  service.database.sql.begin(async (tx) => {
    const id = idDaysAgo(days)
    await tx`select commonhold_select_tenant(${tenantId})`
    await tx`insert into audit_log (id, tenant_id, request_id, operation, action, record_type, record_id)
      values (${id}, ${tenantId}, 'old', 'updateAsset', 'updated', 'asset', ${id})`
    return id
  })

/** A position after the whole log, of a reader whose last entry is some days old. */
async function positionBehind(days: number): Promise<string> {
  const [generation, xid = ''] = Buffer.from(await head(), 'base64url')
    .toString()
    .split(' ')
  return Buffer.from([generation, BigInt(xid) + 1n, idDaysAgo(days)].join(' ')).toString('base64url')
}

test('a position before an event that is too old has expired; who begins gets those that are not', async () => {
  const start = await head()
  const [old, young] = [await addEntry(41), await addEntry(39)]
  // Transactions of other tests on the server delay events.
  await expect.poll(() => client().events.get.safe({ after: start })).toMatchObject(expired)
  const begin = async () => (await client().events.get({ limit: 500 })).events.map(({ id }) => id)
  await expect.poll(begin).toContain(young)
  expect(await begin()).not.toContain(old)
  expect(await client().events.get({ after: await head() })).toMatchObject({ events: [], has_more: false })
})

test('who begins in a tenant that was quiet for long continues from the end of its log', async () => {
  const quiet = await createTenant(service, { owners: [ada] })
  const { sql } = service.database
  await sql`alter table audit_log no force row level security`
  await sql`update audit_log set id = ${encodeTime(now - 50 * DAY, 10)} || right(id, 16) where tenant_id = ${quiet}`
  await sql`alter table audit_log force row level security`
  const as = service.as(ada.token, quiet)
  const { events, next } = await as.events.get({})
  expect(events).toEqual([])
  const { id } = await as.groups.create({ name: 'After a while' })
  const later = async () => (await as.events.get({ after: next })).events.map(({ data }) => data.record_id)
  await expect.poll(later).toEqual([id])
})

test('a worker with a wrong clock drops no month of the log, and logs an error', async () => {
  const lines: { msg: string; seconds?: number }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const before = await partitionsOf(service.database.sql, 'audit_log')
  const clock = { now: () => new Date(now + 150 * DAY) }
  const real = Date.now
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => real() + DAY)
  const worker = await startService({ ROLE: 'worker', AUDIT_RETENTION_DAYS: '60' }, service.database, {
    clock,
    log,
  })
  await expect
    .poll(() => lines.find(({ msg }) => msg.startsWith('the clock of this machine is wrong'))?.seconds)
    .toBe(86_400)
  ahead.mockRestore()
  await worker.stop()
  const names = (await partitionsOf(service.database.sql, 'audit_log')).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(before.map(({ name }) => name)))
})

test('months of the log that are over are dropped, and positions in them have expired', async () => {
  const quiet = await positionBehind(45)
  expect(await client().events.get({ after: quiet })).toMatchObject({ events: [] })
  const clock = { now: () => new Date(now + 150 * DAY) }
  const worker = await startService({ ROLE: 'worker', AUDIT_RETENTION_DAYS: '60' }, service.database, {
    clock,
  })
  const partitions = async () =>
    (await partitionsOf(service.database.sql, 'audit_log')).map(({ name }) => name)
  await expect.poll(partitions).not.toContain('audit_log_first')
  await worker.stop()
  expect(await client().events.get.safe({ after: quiet })).toMatchObject(expired)
  expect((await client().auditLog.list({ limit: 1 })).length).toBe(0)
  // A reader that starts again is not refused, although the tenant has no event.
  for (const { next } of [await client().events.head.get(), await client().events.get({})])
    expect(await client().events.get.safe({ after: next })).toMatchObject({ ok: true, data: { events: [] } })
})
