import { afterAll, beforeAll, expect, test } from 'vitest'
import { atOnce, type Instances, startTwo } from '../auth/instances.ts'
import type { TestUser } from '../service.ts'
import { send, tally } from './send.ts'

let instances: Instances
let ada: TestUser
let bob: TestUser

beforeAll(async () => {
  instances = await startTwo()
  ada = await instances.first.signUp()
  bob = await instances.first.signUp()
})
afterAll(() => instances.stop())

const create = (name: string, key: string, { user = ada, n = 0, extra = {} } = {}) =>
  send(instances.address(n), 'POST /asset-models', {
    token: user.token,
    json: { name, tracking_type: 'countable', ...extra },
    headers: { 'idempotency-key': key },
  })
const named = async (name: string) => (await ada.client.assetModels.list({ name: [name] })).length

test('the same request again gets the same answer, and acts once', async () => {
  const first = await create('Once', 'once-1')
  expect(first.status).toBe(201)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  for (const n of [1, 0, 1]) {
    const again = await create('Once', 'once-1', { n })
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    for (const name of ['location', 'etag', 'content-type'])
      expect(again.headers.get(name)).toBe(first.headers.get(name))
  }
  expect(await named('Once')).toBe(1)
})

test('the same key with another body is refused', async () => {
  await create('Original', 'reused-1')
  const other = await create('Another', 'reused-1', { n: 1 })
  expect(other.json).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect((await create('Original', 'reused-1', { extra: { category: 'x' } })).status).toBe(422)
  expect(await named('Another')).toBe(0)
})

test('fifty at once over two instances make one record', async () => {
  const replies = await atOnce(50, (n) => create('At once', 'at-once-1', { n }))
  const counts = tally(replies.map(({ status }) => status))
  expect((counts[201] ?? 0) + (counts[409] ?? 0)).toBe(50)
  expect(counts[201]).toBeGreaterThanOrEqual(1)
  expect(new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
  for (const { json } of replies.filter(({ status }) => status === 409))
    expect(json.code).toBe('idempotency_in_progress')
  expect((await create('At once', 'at-once-1')).status).toBe(201)
  expect(await named('At once')).toBe(1)
})

test.each([
  ['that was refused', { tracking_type: 'nonsense' }, 422],
  ['that met a conflict', {}, 409],
])('a try %s frees the key', async (what, extra, status) => {
  await create('Taken', `taken ${what}`.replaceAll(' ', '-'))
  const key = `freed-${status}`
  expect((await create('Taken', key, { extra })).status).toBe(status)
  expect((await create(`Free ${status}`, key)).status).toBe(201)
})

test('a key belongs to its user and its path', async () => {
  expect((await create("Ada's", 'shared-key')).status).toBe(201)
  expect((await create("Bob's", 'shared-key', { user: bob })).status).toBe(201)
  const [model] = await ada.client.assetModels.list({ name: ["Ada's"] })
  const asset = await send(instances.address(0), 'POST /assets', {
    token: ada.token,
    json: { model_id: model?.id, name: 'Cables' },
    headers: { 'idempotency-key': 'shared-key' },
  })
  expect(asset.status).toBe(201)
})

test('a key that was used in one tenant is refused in another, and discloses nothing of the first', async () => {
  const tenant = await ada.client.tenants.create({ name: 'Elsewhere' })
  const createIn = (tenantId: string, name: string) =>
    send(instances.address(0), 'POST /asset-models', {
      token: ada.token,
      tenantId,
      json: { name, tracking_type: 'countable' },
      headers: { 'idempotency-key': `tenants-${name}`.replaceAll(' ', '-') },
    })
  const { current_tenant_id: home } = await ada.client.me.get()
  const homeId = String(home)
  for (const [name, one, other] of [
    ['There first', tenant.id, homeId],
    ['Here first', homeId, tenant.id],
  ] as const) {
    const first = await createIn(one, name)
    expect(first.status).toBe(201)
    const refused = await createIn(other, name)
    expect(refused.json).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(refused.headers.get('idempotent-replayed')).toBeNull()
    expect(refused.text).not.toContain(String(first.json.id))
    const inOther = instances.first.as(ada.token, other)
    expect(await inOther.assetModels.list({ name: [name] })).toEqual([])
    expect((await createIn(one, name)).text).toBe(first.text)
  }
})

test('a key of a day ago may be used again', async () => {
  await create('Yesterday', 'old-key')
  await instances.first.database
    .sql`update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = 'old-key'`
  expect((await create('Today', 'old-key')).status).toBe(201)
})

test('who lost the permission does not get the answer again', async () => {
  const carol = await instances.first.signUp()
  expect((await create('Before', 'revoked-key', { user: carol })).status).toBe(201)
  await instances.first.database.sql`update sessions set revoked_at = now() where id = ${carol.sessionId}`
  expect((await create('Before', 'revoked-key', { user: carol })).status).toBe(401)
})

test('a move acts once, too', async () => {
  const model = await ada.client.assetModels.create({ name: 'Moved', tracking_type: 'countable' })
  const asset = await ada.client.assets.create({ model_id: model.id, name: 'Cables' })
  const retire = () =>
    send(instances.address(0), `POST /assets/${asset.id}/retire`, {
      token: ada.token,
      headers: { 'idempotency-key': 'move-1' },
    })
  const [first, again] = [await retire(), await retire()]
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
})

test.each([
  ['', 422],
  ['a b', 422],
  ['x'.repeat(256), 422],
  ['\u00e4', 422],
  ['x'.repeat(255), 201],
  ["'; drop table users; --", 422],
])('the key %j is answered by %d', async (key, status) => {
  expect((await create(`Key ${key.length} ${status} ${Math.random()}`, key)).status).toBe(status)
})

test('credentials are never stored', async () => {
  const headers = { 'idempotency-key': 'credential-key' }
  const before = await instances.first.database.sql`select count(*) from idempotency_keys`
  const password = 'a password for tests'
  for (const [request, sent] of [
    ['POST /users', { json: { email: 'k1@example.org', password } }],
    ['POST /me/signup', { json: { email: 'k2@example.org', password } }],
    ['POST /auth/token', { json: { email: 'k1@example.org', password } }],
    ['POST /me/signin', { form: { username: 'k1@example.org', password } }],
    ['POST /auth/refresh', { json: { refresh_token: (await instances.first.signUp()).refreshToken } }],
    ['POST /auth/forgot-password', { json: { email: 'k1@example.org' } }],
    ['POST /me/signout', { token: (await instances.first.signUp()).token }],
  ] as const) {
    const reply = await send(instances.address(0), request, { ...sent, headers })
    expect(reply.status, request).toBeLessThan(300)
    expect(reply.headers.get('idempotent-replayed')).toBeNull()
  }
  expect([...(await instances.first.database.sql`select count(*) from idempotency_keys`)]).toEqual([
    ...before,
  ])
})
