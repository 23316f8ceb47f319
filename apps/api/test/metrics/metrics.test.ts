import { readFile } from 'node:fs/promises'
import pino from 'pino'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { VERSION } from '../../src/base/version.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { openStream } from '../events/streams.ts'
import { gateTo } from '../process/gate.ts'
import { startService, type TestService } from '../service.ts'
import { createTenant } from '../world.ts'

let service: TestService
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  service = await startService({ METRICS_PORT: '0' }, database)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

/** The values of the samples by name and labels, as `name{label="value"}`. */
async function scrape({ metricsAddress = '' } = service): Promise<Map<string, number>> {
  const response = await fetch(metricsAddress)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

test('the version that runs is a label', async () => {
  expect((await scrape()).get(`commonhold_build_info{version="${VERSION}"}`)).toBe(1)
})

test('each request is counted under its operation and status', async () => {
  const user = await service.signUp()
  const counted = 'commonhold_request_duration_seconds_count{operation="getMe",status="200"}'
  const refused = 'commonhold_request_duration_seconds_count{operation="getMe",status="401"}'
  const before = await scrape()
  await user.client.me.get()
  await user.client.me.get()
  await service.as('no token').me.get.safe()
  await fetch(`${service.address}/nowhere`)
  const after = await scrape()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(grown(counted)).toBe(2)
  expect(grown(refused)).toBe(1)
  expect(grown('commonhold_unrouted_requests_total{status="404"}')).toBe(1)
})

test('each password that is hashed or compared is counted, one of an unknown account as well', async () => {
  const hashed = async () => (await scrape()).get('commonhold_password_hashes_total')
  const before = (await hashed()) ?? Number.NaN
  await service.signUp()
  expect(await hashed()).toBe(before + 1)
  const body = { email: 'nobody@example.org', password: 'a wrong password' }
  await service.as('no token').auth.createToken.safe(body)
  expect(await hashed()).toBe(before + 2)
})

test('requests that wait for events and open streams are counted while they last', async () => {
  const user = await service.signUp()
  const tenantId = await createTenant(service, { owners: [user] })
  const client = service.as(user.token, tenantId)
  const counts = async () => {
    const found = await scrape()
    return [found.get('commonhold_event_polls_waiting'), found.get('commonhold_event_streams_open')]
  }
  expect(await counts()).toEqual([0, 0])
  const { next } = await client.events.head.get()
  const query = { after: next, types: ['group.*'], wait_seconds: 20 }
  const waiting = client.events.get(query, { timeoutMs: 60_000 })
  const place = { token: user.token, tenantId }
  const events = await openStream(`${service.address}/events`, { ...place, position: next })
  const notifications = await openStream(`${service.address}/me/notifications`, place)
  await expect.poll(counts).toEqual([1, 2])
  await client.groups.create({ name: newId() })
  await waiting
  expect(await counts()).toEqual([0, 2])
  events.leave()
  await expect.poll(counts).toEqual([0, 1])
  notifications.leave()
  await expect.poll(counts).toEqual([0, 0])
})

test('one more request than a user may have waiting is refused, and counted as a request', async () => {
  const user = await service.signUp()
  const tenantId = await createTenant(service, { owners: [user] })
  const place = { token: user.token, tenantId }
  const streams = Array.from({ length: 8 }, () => openStream(`${service.address}/events`, place))
  const open = async () => (await scrape()).get('commonhold_event_streams_open')
  const counted = async (status: number) =>
    (await scrape()).get(
      `commonhold_request_duration_seconds_count{operation="getEvents",status="${status}"}`,
    )
  await expect.poll(open).toBe(8)
  const further = await service.as(user.token, tenantId).events.get.safe({ wait_seconds: 1 })
  expect(further).toMatchObject({ ok: false, error: { status: 429, code: 'rate_limited' } })
  expect([await counted(429), await counted(200)]).toEqual([1, undefined])
  for (const stream of streams) (await stream).leave()
  await expect.poll(open).toBe(0)
})

test('a transaction that stays open and a mail that waits are seen, a mail for the next morning is not', async () => {
  const before = await scrape()
  expect(before.get('commonhold_database_up')).toBe(1)
  expect(before.get('commonhold_mails_waiting')).toBe(0)
  await database.sql`
    insert into mail_outbox (id, kind, recipient, facts, tries, give_up_at, due_at, created_at)
    values ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'password_changed', 'kim@example.org', '{}', 1, now() + interval '1 hour', now() + interval '1 hour', now() - interval '90 seconds'),
           ('01ARZ3NDEKTSV4RRFFQ69G5FAW', 'notification_digest', 'kim@example.org', '{}', 0, now() + interval '2 days', now() + interval '1 day', now() - interval '900 seconds')`
  const runtime = postgres({ ...database.runtime, max: 1 })
  try {
    await runtime.begin(async (tx) => {
      await tx`select pg_sleep(1.1)`
      const during = await scrape()
      expect(during.get('commonhold_database_oldest_transaction_seconds')).toBeGreaterThan(1)
      expect(during.get('commonhold_mails_waiting')).toBe(1)
      expect(during.get('commonhold_oldest_mail_seconds')).toBeGreaterThan(89)
      expect(during.get('commonhold_oldest_mail_seconds')).toBeLessThan(900)
    })
  } finally {
    await runtime.end()
  }
})

test('a transaction of another role in another database that delays events is measured', async () => {
  const elsewhere = await createDatabase()
  const blockedSeconds = async () => (await scrape()).get('commonhold_events_held_back_seconds') ?? -1
  await elsewhere.sql.begin(async (tx) => {
    await tx`select pg_current_xact_id()`
    // Transactions of other tests that started earlier may be the oldest at first.
    await expect.poll(blockedSeconds, { interval: 150 }).toBeGreaterThan(0.3)
  })
  await elsewhere.drop()
})

test('jobs are counted by queue and state, and the oldest that is due is seen', async () => {
  await database.sql`
    select pgboss.create_queue('metrics', '{"policy": "standard", "retryLimit": 0, "retryDelay": 0, "expireInSeconds": 60, "retentionSeconds": 60, "deleteAfterSeconds": 60}')`
  await database.sql`
    insert into pgboss.job (name, state, start_after)
    select 'metrics', state::pgboss.job_state, now() - late
      from (values ('created', interval '70 seconds'), ('created', interval '-1 hour'), ('failed', interval '1 hour')) v (state, late)`
  const found = await scrape()
  expect(found.get('commonhold_jobs{queue="metrics",state="waiting"}')).toBe(1)
  expect(found.get('commonhold_jobs{queue="metrics",state="failed"}')).toBe(1)
  expect(found.get('commonhold_oldest_job_seconds')).toBeGreaterThan(69)
})

test('a database that is away is reported, and unknown numbers are left out', async () => {
  const own = await createDatabase()
  const gate = await gateTo({ ...inject('cluster').runtime, database: own.runtime.database ?? '' })
  await gate.open()
  const { hostname, port } = new URL(gate.url)
  const behind = { ...own, runtime: { ...own.runtime, host: hostname, port: Number(port) } }
  const other = await startService({ METRICS_PORT: '0' }, behind)
  try {
    expect((await scrape(other)).get('commonhold_database_up')).toBe(1)
    await gate.shut()
    const away = await scrape(other)
    expect(away.get('commonhold_database_up')).toBe(0)
    expect(away.has('commonhold_mails_waiting')).toBe(false)
    await gate.open()
    await expect.poll(async () => (await scrape(other)).get('commonhold_database_up')).toBe(1)
  } finally {
    await gate.open()
    await other.stop()
    await own.drop()
  }
})

test('a transaction that locks a table does not hide itself', async () => {
  const locking = postgres({ ...inject('cluster').owner, database: database.owner.database ?? '', max: 1 })
  try {
    await locking.begin(async (tx) => {
      await tx`lock table mail_outbox in access exclusive mode`
      await tx`select pg_sleep(1.1)`
      const during = await scrape()
      expect(during.get('commonhold_database_oldest_transaction_seconds')).toBeGreaterThan(1)
      expect(during.has('commonhold_mails_waiting')).toBe(false)
    })
  } finally {
    await locking.end()
  }
  expect((await scrape()).has('commonhold_mails_waiting')).toBe(true)
})

test('numbers that cannot be read are left out and logged once, while the database is up', async () => {
  const own = await createDatabase()
  const lines: { module?: string; code?: string; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const other = await startService({ METRICS_PORT: '0' }, own, { log })
  const logged = () =>
    lines.flatMap(({ module, code, msg }) => (module === 'metrics' ? [code ? `${msg}: ${code}` : msg] : []))
  try {
    await own.sql`revoke select on mail_outbox from commonhold_app`
    for (const _ of ['first', 'second']) {
      const unread = await scrape(other)
      expect(unread.get('commonhold_database_up')).toBe(1)
      expect(unread.has('commonhold_mails_waiting')).toBe(false)
    }
    expect(logged()).toEqual(['reading the numbers of the database failed: 42501'])
    await own.sql`grant select on mail_outbox to commonhold_app`
    expect((await scrape(other)).get('commonhold_mails_waiting')).toBe(0)
    expect(logged().slice(1)).toEqual(['the numbers of the database can be read again'])
  } finally {
    await other.stop()
    await own.drop()
  }
})

test('the port of the metrics serves nothing else, and the API does not serve them', async () => {
  const other = new URL('/me', service.metricsAddress)
  expect((await fetch(other)).status).toBe(404)
  const posted = await fetch(service.metricsAddress ?? '', { method: 'POST' })
  expect(posted.status).toBe(405)
  expect(posted.headers.get('allow')).toBe('GET')
  expect((await fetch(`${service.address}/metrics`)).status).toBe(404)
})

test('labels hold no ids: paths, users and tenants do not multiply the series', async () => {
  const user = await service.signUp()
  await user.client.assets.get.safe({ asset_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  const names = [...(await scrape()).keys()]
  expect(names.filter((name) => /01[0-9A-Z]{24}/.test(name))).toEqual([])
})

/** Names of roles and databases, which look like names of metrics. */
const ofPostgres = new Set(['commonhold_app', 'commonhold_backup', 'commonhold_former', 'commonhold_login'])

test.each(['docs/operating.md', 'deploy/alerts.yaml', 'deploy/dashboard.json'])(
  '%s names metrics that exist',
  async (file) => {
    const text = await readFile(new URL(`../../../../${file}`, import.meta.url), 'utf8')
    const named = [...text.matchAll(/\b(?:commonhold|process|nodejs)_[a-z0-9_]*[a-z0-9]\b/g)].map(
      ([name]) => name,
    )
    const exposed = await (await fetch(service.metricsAddress ?? '')).text()
    const known = [...exposed.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, kind]) =>
      kind === 'histogram' ? [name, `${name}_count`, `${name}_bucket`] : [name],
    )
    expect(named.filter((name) => !known.includes(name) && !ofPostgres.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(5)
  },
)
