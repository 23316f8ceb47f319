import { auditorKinds, eventKinds, eventTypes } from '@commonhold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { eventReaders } from '../../src/events/event-readers.repository.ts'
import { createDatabase } from '../database.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

let service: TestService
let ada: TestUser
let tenantId: string

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada] })
})
afterAll(() => service.stop())

const client = () => service.as(ada.token, tenantId)

/** All events after a position, read page by page, and the position after them. */
async function readOn(after: string, types?: string[]) {
  const events = []
  let next = after
  for (let hasMore = true; hasMore; ) {
    const page = await client().events.get({ after: next, limit: 2, ...(types && { types }) })
    events.push(...page.events)
    next = page.next
    hasMore = page.has_more
  }
  return { events, next }
}

/** As `readOn`, once there are `count` events: transactions of other tests on the server delay them. */
async function readAll(after: string, count: number) {
  await expect.poll(async () => (await readOn(after)).events.length).toBeGreaterThanOrEqual(count)
  return readOn(after)
}

/** A transaction that adds an entry with the id when the test calls `write`, and commits when it calls `commit`. */
async function slowWriter(entryId: string) {
  const writing = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const ended = service.database.sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenantId})`
    await writing.promise
    await tx`insert into audit_log (id, tenant_id, request_id, operation, action, record_type, record_id)
      values (${entryId}, ${tenantId}, 'slow', 'updateAsset', 'updated', 'asset', ${entryId})`
    written.resolve()
    await ending.promise
  })
  return {
    write: () => {
      writing.resolve()
      return written.promise
    },
    commit: () => {
      ending.resolve()
      return ended
    },
  }
}

const addModel = async () =>
  (await client().assetModels.create({ name: newId(), tracking_type: 'serialized' })).id

test('what was done after the head is read once and in order, deletions included', async () => {
  const { next } = await client().events.head.get()
  const asset_model_id = await addModel()
  await client().assetModels.update({ asset_model_id }, { description: 'Secret plans' })
  await client().groups.create({ name: newId() })
  await client().assetModels.delete({ asset_model_id })
  const { events, next: end } = await readAll(next, 4)
  expect(events.map(({ type }) => type)).toEqual([
    'asset_model.created',
    'asset_model.updated',
    'group.created',
    'asset_model.deleted',
  ])
  expect(events[1]).toMatchObject({
    specversion: '1.0',
    source: `/tenants/${tenantId}`,
    subject: `asset_model/${asset_model_id}`,
    data: { operation: 'updateAssetModel', actor_id: ada.id, version: 2, changed: ['description'] },
  })
  expect(JSON.stringify(events)).not.toContain('Secret')
  expect((await readOn(end)).events).toEqual([])
  const some = await readOn(next, ['group.*', 'asset_model.deleted'])
  expect(some.events.map(({ type }) => type)).toEqual(['group.created', 'asset_model.deleted'])
})

test('a change that commits after a later one was read is not missed', async () => {
  const { next } = await client().events.head.get()
  const slow = newId()
  const writer = await slowWriter(slow)
  await writer.write()
  const model = await addModel()
  const before = await readOn(next)
  await writer.commit()
  const after = await readAll(before.next, 2 - before.events.length)
  const read = [...before.events, ...after.events].map(({ data }) => data.record_id)
  expect(read).toEqual([slow, model])
})

test('a change whose id is older than one that was read is not missed', async () => {
  const { next } = await client().events.head.get()
  const slow = newId()
  const writer = await slowWriter(slow)
  const model = await addModel()
  const before = await readAll(next, 1)
  await writer.write()
  await writer.commit()
  const after = await readAll(before.next, 1)
  const read = [...before.events, ...after.events].map(({ data }) => data.record_id)
  expect(read).toEqual([model, slow])
})

test('a long transaction that has nothing to do with the log makes events late, never wrong', async () => {
  const { next } = await client().events.head.get()
  const elsewhere = await createDatabase()
  const models: string[] = []
  await elsewhere.sql.begin(async (tx) => {
    await tx`select pg_current_xact_id()`
    for (let n = 0; n < 3; n += 1) models.push(await addModel())
    expect((await readOn(next)).events).toEqual([])
    // The position does not pass events that are not shown yet.
    const positions = async () => [(await client().events.head.get()).next, (await readOn(next)).next]
    await expect.poll(async () => new Set(await positions()).size).toBe(1)
  })
  await elsewhere.drop()
  expect((await readAll(next, 3)).events.map(({ data }) => data.record_id)).toEqual(models)
})

test('the head lies before what has not ended', async () => {
  const slow = newId()
  const writer = await slowWriter(slow)
  await writer.write()
  const model = await addModel()
  const { next } = await client().events.head.get()
  await writer.commit()
  expect((await readAll(next, 2)).events.map(({ data }) => data.record_id)).toEqual([slow, model])
})

test('a position of a database before its restore has expired, and any other text is none', async () => {
  const { next } = await client().events.head.get()
  const [, ...place] = Buffer.from(next, 'base64url').toString().split(' ')
  const restored = Buffer.from(['000000000000', ...place].join(' ')).toString('base64url')
  expect(await client().events.get.safe({ after: restored })).toMatchObject({
    ok: false,
    error: { status: 410, code: 'cursor_expired' },
  })
  expect(await client().events.get.safe({ after: 'nonsense' })).toMatchObject({
    ok: false,
    error: { status: 422 },
  })
})

test('nobody reads the events of another tenant, nor of records that one may not read', async () => {
  await addModel()
  const other = await createTenant(service, { owners: [ada] })
  const { events } = await service.as(ada.token, other).events.get({})
  expect(events.filter(({ source }) => source !== `/tenants/${other}`)).toEqual([])
  expect(events.filter(({ data }) => data.record_type === 'asset_model')).toEqual([])
  const reader = await service.signUp()
  await grantOnly(service, tenantId, reader, ['locations:read'])
  expect((await service.as(reader.token, tenantId).events.get({ limit: 500 })).events).toEqual([])
  const outside = await service.as(reader.token, other).events.get.safe({})
  expect(outside).toMatchObject({ ok: false, error: { status: 403, code: 'tenant_access_denied' } })
})

test.each([
  ['asset_modle.*', 'asset_model.*'],
  ['asset.creatd', 'asset.created'],
  ['assets.moved', 'asset.moved'],
  ['location.expired', 'location.*'],
])('the type %s, which no event has, is refused, and the nearest named', async (type, nearest) => {
  const refused = await client().events.get.safe({ types: ['group.*', type] })
  const errors = [
    {
      in: 'query',
      pointer: 'types',
      message: expect.stringContaining(`did you mean ${nearest}?`),
      allowed: expect.arrayContaining([nearest]),
    },
  ]
  expect(refused).toMatchObject({ ok: false, error: { status: 422, problem: { errors } } })
})

test('every type that the contract lists can be requested, and all of them at once', async () => {
  const { next: after } = await client().events.head.get()
  for (let start = 0; start < eventTypes.length; start += 50)
    await client().events.get({ after, types: eventTypes.slice(start, start + 50) })
  const { id } = await client().groups.create({ name: newId() })
  await readAll(after, 1)
  const { events } = await readOn(after, ['*'])
  expect(events.map(({ data }) => data.record_id)).toContain(id)
})

test('the document names the kinds whose events are for auditors alone, and types are separated by commas', async () => {
  const withReaders = new Set(eventReaders.map(({ record }) => record))
  expect(auditorKinds).toEqual(eventKinds.filter((kind) => !withReaders.has(kind)))
  const { status } = await fetch(`${service.address}/events?types=asset.created,person.*`, {
    headers: { Authorization: `Bearer ${ada.token}` },
  })
  expect(status).toBe(200)
})
