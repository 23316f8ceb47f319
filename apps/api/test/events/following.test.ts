import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { LogWatch } from '../../src/events/log-watch.service.ts'
import { Waiters } from '../../src/http/waiters.ts'
import { makeKeyWorld } from '../auth/key-world.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { startUntilWaiting } from '../waiting.ts'
import { createTenant, grantOnly } from '../world.ts'
import { openStream, positionIn } from './streams.ts'

let database: TestDatabase
let service: TestService
let ada: TestUser
let tenantId: string

beforeAll(async () => {
  database = await createDatabase()
  service = await startService({}, database)
  ada = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada] })
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const client = () => service.as(ada.token, tenantId)
const head = async () => (await client().events.head.get()).next
const addModel = async () =>
  (await client().assetModels.create({ name: newId(), tracking_type: 'serialized' })).id

/** Opens a stream of the events after a position. */
const follow = (token: string, position: string) =>
  openStream(`${service.address}/events`, { token, tenantId, position })

/** The events of the first answer that has any: transactions of other tests on the server delay events. */
async function nextEvents(of: ReturnType<typeof client>, after: string, types?: string[]) {
  for (let position = after; ; ) {
    const part = await of.events.get(
      { after: position, wait_seconds: 20, ...(types && { types }) },
      { timeoutMs: 60_000 },
    )
    if (part.events.length > 0) return part.events
    position = part.next
  }
}

test('a request waits for the next event, beyond the deadline of others', async () => {
  let isAnswered = false
  const waiting = nextEvents(client(), await head()).finally(() => {
    isAnswered = true
  })
  await wait(3_500)
  expect(isAnswered).toBe(false)
  const id = await addModel()
  expect(await waiting).toMatchObject([{ type: 'asset_model.created', data: { record_id: id } }])
})

test('a request whose time is over is answered without events, and reads on from there', async () => {
  const part = await client().events.get({ after: await head(), types: ['group.*'], wait_seconds: 1 })
  expect(part).toMatchObject({ events: [], has_more: false })
  const { id } = await client().groups.create({ name: newId() })
  expect(await nextEvents(client(), part.next, ['group.*'])).toMatchObject([{ data: { record_id: id } }])
})

test('a position that the service did not make is refused in the name under which it was sent', async () => {
  const { response } = await follow(ada.token, 'nowhere')
  expect(await response.json()).toMatchObject({
    status: 422,
    errors: [{ in: 'header', pointer: 'Last-Event-ID', code: 'invalid_cursor' }],
  })
})

test('a stream sends events as they happen, and one that was broken off goes on where it ended', async () => {
  const stream = await follow(ada.token, await head())
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  const [first, second] = [await addModel(), await addModel()]
  const text = await stream.until(`"record_id":"${second}"`)
  expect(text).toContain('event: asset_model.created\ndata: {')
  expect(text?.indexOf(first)).toBeLessThan(text?.indexOf(second) ?? 0)
  const position = positionIn(text)
  stream.leave()
  const third = await addModel()
  const again = await follow(ada.token, position)
  expect(await again.until(third)).not.toContain(first)
  again.leave()
})

test('a stream ends when the session ends, before it sends later events', async () => {
  const user = await service.signUp()
  const other = await createTenant(service, { owners: [user] })
  const { next } = await service.as(user.token, other).events.head.get()
  const response = await fetch(`${service.address}/events?after=${next}`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${user.token}`, 'X-Tenant-Id': other },
  })
  await service.as(user.token, other).assetModels.create({ name: newId(), tracking_type: 'serialized' })
  await service.as(user.token, other).me.signOut()
  const text = await response.text()
  expect(text.match(/^event: .*$/gm) ?? []).not.toContain('event: session.signed_out')
})

test('waiting uses no connection, and each user waits with a few requests only, whatever they are sent with', async () => {
  const user = await service.signUp()
  const own = await createTenant(service, { owners: [user] })
  const { access_token } = await service.anonymous.auth.createToken({ email: user.email, password: PASSWORD })
  const { next } = await service.as(user.token, own).events.head.get()
  const streams = await Promise.all(
    Array.from({ length: 9 }, async (_, n) => {
      const leaving = new AbortController()
      const headers = {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${n % 2 === 0 ? user.token : access_token}`,
        'X-Tenant-Id': own,
      }
      const { signal } = leaving
      const { status } = await fetch(`${service.address}/events?after=${next}`, { headers, signal })
      return { status, leave: () => leaving.abort() }
    }),
  )
  expect(streams.map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), 429])
  expect((await service.as(user.token, own).assets.list({})).length).toBe(0)
  for (const { leave } of streams) leave()
  await expect
    .poll(
      async () => (await service.as(user.token, own).events.get.safe({ after: next, wait_seconds: 1 })).ok,
    )
    .toBe(true)
})

test('a client that leaves before its stream begins does not count among those who wait', async () => {
  const { tenantId: own, newKey } = await makeKeyWorld(service)
  const { secret } = await newKey()
  const counted = vi.spyOn(Waiters.prototype, 'begin')
  onTestFinished(() => counted.mockRestore())
  const leaving = new AbortController()
  const open = () =>
    fetch(`${service.address}/events`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${secret}`, 'X-Tenant-Id': own },
      signal: leaving.signal,
    }).catch(() => undefined)
  await database.sql.begin(async (tx) => {
    await tx`lock table api_keys in access exclusive mode`
    const { isOver, answer } = await startUntilWaiting(database.sql, open)
    expect(isOver).toBe(false)
    leaving.abort()
    await answer
    await fetch(`${service.address}/livez`)
  })
  await expect.poll(() => counted.mock.results.length).toBe(1)
  const [waiters] = counted.mock.contexts
  await expect.poll(() => waiters).toHaveProperty('byForm', { polls: 0, streams: 0 })
})

test('what is followed stays in the tenant of its beginning when the session selects another one', async () => {
  const user = await service.signUp()
  const first = await createTenant(service, { owners: [user, ada] })
  const second = await createTenant(service, { owners: [user, ada] })
  const byAda = (tenant: string) =>
    service
      .as(ada.token, tenant)
      .groups.create({ name: newId() })
      .then(({ id }) => id)
  const { client: session } = user
  await session.me.currentTenant.set({ tenant_id: first })
  const { next } = await session.events.head.get()
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${user.token}` }
  const stream = await fetch(`${service.address}/events?after=${next}&types=group.*`, { headers })
  const began = vi.spyOn(LogWatch.prototype, 'wait')
  onTestFinished(() => began.mockRestore())
  const waiting = session.events.get(
    { after: next, types: ['group.*'], wait_seconds: 20 },
    { timeoutMs: 60_000 },
  )
  // The stream waits at most 15 seconds at a time, so a longer wait is that of the request.
  await expect.poll(() => began.mock.calls.some(([, milliseconds]) => milliseconds > 15_000)).toBe(true)
  await session.me.currentTenant.set({ tenant_id: second })
  const elsewhere = await byAda(second)
  const here = await byAda(first)
  expect((await waiting).events).toMatchObject([{ data: { record_id: here } }])
  let text = ''
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (!text.includes(here)) text += (await reader?.read())?.value ?? here
  expect(text).toContain('group.created')
  expect(text).not.toContain(elsewhere)
  await reader?.cancel()
})

test('an open stream sends nothing more to who may not read any more', async () => {
  const user = await service.signUp()
  await grantOnly(service, tenantId, user, ['assets:read', 'groups:read'])
  const stream = await follow(user.token, await head())
  const received = await addModel()
  await stream.until(received)
  await grantOnly(service, tenantId, user, ['groups:read'])
  const hidden = await addModel()
  const { id: shown } = await client().groups.create({ name: newId() })
  expect(await stream.until(shown)).not.toContain(hidden)
  stream.leave()
})
