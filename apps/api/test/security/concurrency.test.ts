import { afterAll, beforeAll, expect, test } from 'vitest'
import { allAuditRows } from '../auth/audit-rows.ts'
import { atOnce, type Instances, startTwo } from '../auth/instances.ts'
import type { TestUser } from '../service.ts'
import { createTenant } from '../world.ts'
import { type Reply, send, tally } from './send.ts'

let instances: Instances
let ada: TestUser
let modelId: string
let serial = 0

beforeAll(async () => {
  instances = await startTwo()
  const user = await instances.first.signUp()
  const tenantId = await createTenant(instances.first, { owners: [user] })
  await instances.first.database
    .sql`update sessions set current_tenant_id = ${tenantId} where id = ${user.sessionId}`
  ada = user
  modelId = (await ada.client.assetModels.create({ name: 'Cable', tracking_type: 'countable' })).id
})
afterAll(() => instances.stop())

const newAsset = async (): Promise<string> => {
  serial += 1
  return `/assets/${(await ada.client.assets.create({ model_id: modelId, name: `Cables ${serial}`, quantity: 1 })).id}`
}
const get = (path: string, n = 0, headers = {}) =>
  send(instances.address(n), `GET ${path}`, { token: ada.token, headers })
const patch = (path: string, json: object, headers = {}, n = 0) =>
  send(instances.address(n), `PATCH ${path}`, { token: ada.token, json, headers })
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))

test('each change gives the record another strong tag', async () => {
  const path = await newAsset()
  const tags = [(await get(path)).headers.get('etag')]
  for (const name of ['A', 'B']) tags.push((await patch(path, { name })).headers.get('etag'))
  expect(new Set(tags).size).toBe(3)
  for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/)
  expect((await get(path, 1)).headers.get('etag')).toBe(tags[2])
})

test('a change that changes nothing leaves tag, version and audit log alone', async () => {
  const path = await newAsset()
  const before = await get(path)
  const audit = (await allAuditRows(instances.first.database)).length
  for (const json of [{}, { quantity: 1 }]) expect((await patch(path, json)).text).toBe(before.text)
  expect((await allAuditRows(instances.first.database)).length).toBe(audit)
})

test.each([
  ['the tag of now', (tag: string) => tag, 200],
  ['any', () => '*', 200],
  ['a list with it', (tag: string) => `"v999", ${tag}`, 200],
  ['an older one', () => '"v0"', 412],
  ['a later one', () => '"v2"', 412],
  ['the weak form', (tag: string) => `W/${tag}`, 412],
  ['without quotes', (tag: string) => tag.replaceAll('"', ''), 412],
  ['nonsense', () => 'nonsense', 412],
  ['an empty one', () => '""', 412],
])('If-Match with %s', async (_, make, status) => {
  const path = await newAsset()
  const tag = (await get(path)).headers.get('etag') ?? ''
  const reply = await patch(path, { name: 'Changed' }, { 'if-match': make(tag) })
  expect(reply.status).toBe(status)
  if (status === 412) expect(reply.json.code).toBe('precondition_failed')
  expect((await get(path)).json.name === 'Changed').toBe(status === 200)
})

test('If-Match holds for DELETE and for moves', async () => {
  const path = await newAsset()
  const headers = { 'if-match': '"v7"' }
  expect((await send(instances.address(0), `DELETE ${path}`, { token: ada.token, headers })).status).toBe(412)
  expect(
    (await send(instances.address(0), `POST ${path}/retire`, { token: ada.token, headers })).status,
  ).toBe(412)
  expect((await get(path)).json.status).toBe('active')
  const good = { 'if-match': '"v1"' }
  expect(
    (await send(instances.address(0), `POST ${path}/retire`, { token: ada.token, headers: good })).status,
  ).toBe(200)
})

test('If-None-Match spares the body', async () => {
  const path = await newAsset()
  const first = await get(path)
  const tag = first.headers.get('etag') ?? ''
  for (const value of [tag, `W/${tag}`, '*', `"x", ${tag}`]) {
    const reply = await get(path, 1, { 'if-none-match': value })
    expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', tag])
  }
  expect((await get(path, 1, { 'if-none-match': '"v999"' })).status).toBe(200)
  await patch(path, { name: 'Changed' })
  expect((await get(path, 1, { 'if-none-match': tag })).status).toBe(200)
})

test('a tag is no key: without the right to read there is no 304', async () => {
  const path = await newAsset()
  expect(
    (await send(instances.address(0), `GET ${path}`, { headers: { 'if-none-match': '*' } })).status,
  ).toBe(401)
})

test('200 changes at once with If-Match: none is lost', async () => {
  const path = await newAsset()
  const counted = await atOnce(20, async (n) => {
    let won = 0
    for (let tries = 0; tries < 10; tries += 1) {
      const { json, headers } = await get(path, n)
      const reply = await patch(
        path,
        { quantity: Number(json.quantity) + 1 },
        { 'if-match': headers.get('etag') ?? '' },
        n,
      )
      expect([200, 412]).toContain(reply.status)
      won += reply.status === 200 ? 1 : 0
    }
    return won
  })
  const won = counted.reduce((sum, one) => sum + one, 0)
  const last = await get(path)
  expect(won).toBeGreaterThan(0)
  expect(last.json).toMatchObject({ quantity: 1 + won, version: 1 + won })
})

test('of changes with one tag exactly one wins', async () => {
  const path = await newAsset()
  const tag = (await get(path)).headers.get('etag') ?? ''
  const replies = await atOnce(40, (n) => patch(path, { name: `Name ${n}` }, { 'if-match': tag }, n))
  expect(statuses(replies)).toEqual({ 200: 1, 412: 39 })
})

test('changes of different members at once are all stored', async () => {
  const path = await newAsset()
  const changes = [
    { name: 'Named' },
    { notes: 'Noted' },
    { quantity: 7 },
    { currency: 'EUR' },
    { purchase_date: '2026-01-31' },
  ]
  const replies = await atOnce(changes.length, (n) => patch(path, changes[n] ?? {}, {}, n))
  expect(statuses(replies)).toEqual({ 200: 5 })
  expect((await get(path)).json).toMatchObject({ ...Object.assign({}, ...changes), version: 6 })
})

test('of moves at once exactly one wins', async () => {
  const path = await newAsset()
  const replies = await atOnce(30, (n) =>
    send(instances.address(n), `POST ${path}/retire`, { token: ada.token }),
  )
  expect(statuses(replies)).toEqual({ 200: 1, 409: 29 })
})

test('of equal names at once exactly one is accepted', async () => {
  const json = { name: 'Wanted by all', tracking_type: 'countable' }
  const replies = await atOnce(30, (n) =>
    send(instances.address(n), 'POST /asset-models', { token: ada.token, json }),
  )
  expect(statuses(replies)).toEqual({ 201: 1, 409: 29 })
})

test('numbers made at once are all different, and without gaps', async () => {
  const replies = await atOnce(40, (n) =>
    send(instances.address(n), 'POST /assets', {
      token: ada.token,
      json: { model_id: modelId, name: `Numbered ${n}` },
    }),
  )
  expect(statuses(replies)).toEqual({ 201: 40 })
  const tags = replies.map(({ json }) => Number(String(json.asset_tag).slice(2))).sort((a, b) => a - b)
  expect(tags).toEqual(tags.map((_, n) => (tags[0] ?? 0) + n))
})

test('each acknowledged change has its audit row, each refused one none', async () => {
  const path = await newAsset()
  const tag = (await get(path)).headers.get('etag') ?? ''
  const replies = [
    ...(await atOnce(10, (n) => patch(path, { notes: `Note ${n}` }, { 'if-match': tag }, n))),
    ...(await atOnce(10, (n) => patch(path, { notes: `Later ${n}` }, {}, n))),
  ]
  const acknowledged = replies
    .filter(({ status }) => status === 200)
    .map(({ headers }) => headers.get('x-request-id'))
  const recorded = (await allAuditRows(instances.first.database)).filter(
    ({ record_id, action }) => path.endsWith(record_id ?? '-') && action === 'updated',
  )
  expect(recorded.map(({ request_id }) => request_id).sort()).toEqual([...acknowledged].sort())
})
