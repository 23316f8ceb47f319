import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newApiKey } from '../../src/auth/api-key-text.ts'
import { newId } from '../../src/base/ids.ts'
import { type Sent, send } from '../security/send.ts'
import { allAuditRows } from './audit-rows.ts'
import { type Instances, startTwo } from './instances.ts'
import { inDays, type KeyWorld, makeKeyWorld } from './key-world.ts'

let instances: Instances
let world: KeyWorld

beforeAll(async () => {
  // Background workers would query the database all the time.
  instances = await startTwo({ TRUST_PROXY: '1', ROLE: 'api' })
  world = await makeKeyWorld(instances.first)
})
afterAll(() => instances.stop())

const sql = () => instances.first.database.sql
const list = (n: number, token: string, sent: Sent = {}) =>
  send(instances.address(n), 'GET /assets', { token, ...sent })
const from = (address: string): Sent => ({ headers: { 'x-forwarded-for': address } })
const owner = () => instances.first.as(world.owner.token, world.tenantId)

/** The reasons why requests with the key were denied, oldest first. */
const denials = async (keyId: string) =>
  (await allAuditRows(instances.first.database))
    .filter((row) => row.api_key_id === keyId && row.action === 'denied')
    .map(({ reason, tenant_id, actor_id }) => ({ reason, tenant_id, actor_id }))

const deniedOnce = (reason: string) => [{ reason, tenant_id: world.tenantId, actor_id: world.accountId }]

test('a key reads and writes in its tenant, and is named in the audit log', async () => {
  const { id, secret } = await world.newKey()
  const client = instances.first.as(secret)
  const model = await client.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
  expect(model).toMatchObject({ tenant_id: world.tenantId, created_by: world.accountId })
  expect(await client.assetModels.list()).toHaveLength(1)
  const rows = await allAuditRows(instances.first.database)
  expect(rows.find(({ record_id }) => record_id === model.id)).toMatchObject({
    actor_id: world.accountId,
    session_id: null,
    api_key_id: id,
  })
})

test('a secret is shown once and is not stored', async () => {
  const { id, secret } = await world.newKey()
  expect(secret.slice(4, 30)).toBe(id)
  const listed = await owner().serviceAccounts.keys.list({ service_account_id: world.accountId })
  expect(JSON.stringify(listed)).not.toContain(secret.slice(31))
  const [row] = await sql()<{ text: string }[]>`select k::text as text from api_keys k where id = ${id}`
  expect(row?.text).not.toContain(secret.slice(31))
})

test.each(['SECURITY.md', 'docs/operating.md'])('scanners find keys by the pattern in %s', async (path) => {
  const { id, secret } = await world.newKey()
  const place = { service_account_id: world.accountId, key_id: id }
  const { secret: rotated } = await owner().serviceAccounts.keys.rotate(place)
  const mine = await owner().me.apiKeys.create({ name: 'Mine', scopes: [], expires_at: inDays(30) })
  const text = await readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8')
  const pattern = new RegExp(/`(chk_\[\S+)`/.exec(text)?.[1] ?? 'no pattern', 'g')
  const keys = [secret, rotated, mine.secret, ...Array.from({ length: 1_000 }, () => newApiKey(newId()))]
  const leaked = keys.map((key, n) => `client_${n} = createClient({ token: '${key}' })`).join('\n')
  expect(leaked.match(pattern)).toEqual(keys)
})

test('none of 11,000 forged keys is accepted, and a wrong checksum costs no query', async () => {
  const { id, secret } = await world.newKey()
  expect((await list(0, secret)).status).toBe(200)
  const swapped = (at: number) => {
    const [head, old, tail] = [secret.slice(0, at), secret.charAt(at), secret.slice(at + 1)]
    return `${head}${old === 'A' ? 'B' : 'A'}${tail}`
  }
  const careless = [
    ...Array.from({ length: secret.length - 4 }, (_, at) => swapped(at + 4)),
    ...Array.from({ length: secret.length - 5 }, (_, length) => secret.slice(0, length + 5)),
    ...Array.from({ length: 5_000 }, () => `chk_${newId()}_${'x'.repeat(43)}000000`),
    ...[' ', '\u00a0', '=', '.', 'é', '%', '_', '-'].map((more) => encodeURI(secret + more)),
    secret.toLowerCase(),
    secret.toUpperCase(),
    `${secret}0`,
    secret.replace('chk_', 'CHK_'),
  ]
  // Keys with a valid checksum: half have the id of the key and another secret, half have an unknown id.
  const careful = Array.from({ length: 11_000 - careless.length }, (_, n) => newApiKey(n % 2 ? id : newId()))
  const before = await queries()
  expect(await statusesOf(careless)).toEqual([401])
  expect((await queries()) - before).toBeLessThan(careless.length / 50)
  // On a busy machine some requests get no connection in time.
  expect((await statusesOf(careful)).filter((status) => status !== 503)).toEqual([401])
  // A caller who knows the id of a key cannot fill the audit log either.
  expect(await denials(id)).toEqual([])
  expect(new Set([...careless, ...careful]).size).toBeGreaterThan(10_900)
  expect((await list(0, secret)).status).toBe(200)
})

/** The number of transactions that the database has committed. PostgreSQL writes this statistic with a delay. */
async function queries(): Promise<number> {
  await sql()`select pg_stat_force_next_flush()`
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const [row] = await sql()<{ n: number }[]>`
    select xact_commit::int as n from pg_stat_database where datname = current_database()`
  return row?.n ?? 0
}

async function statusesOf(keys: readonly string[]): Promise<number[]> {
  const statuses = new Set<number>()
  for (let at = 0; at < keys.length; at += 20)
    for (const { status } of await Promise.all(keys.slice(at, at + 20).map((key, n) => list(n, key))))
      statuses.add(status)
  return [...statuses]
}

const endings: [what: string, reason: string, end: (keyId: string, of: KeyWorld) => Promise<unknown>][] = [
  [
    'a deleted key',
    'api_key_deleted',
    (key_id, { accountId: service_account_id, owner: { token }, tenantId }) =>
      instances.first.as(token, tenantId).serviceAccounts.keys.delete({ service_account_id, key_id }),
  ],
  [
    'an expired key',
    'api_key_expired',
    (keyId) => sql()`update api_keys set expires_at = now() where id = ${keyId}`,
  ],
  [
    'an archived service account',
    'user_deactivated',
    (_, { accountId: service_account_id, owner: { token }, tenantId }) =>
      instances.first.as(token, tenantId).serviceAccounts.archive({ service_account_id }),
  ],
  [
    'an archived tenant',
    'tenant_archived',
    (_, { tenantId, owner: { token } }) => instances.first.as(token).tenants.archive({ tenant_id: tenantId }),
  ],
]

test.each(endings)('%s is refused at the very next request on every instance', async (_, reason, end) => {
  const of = await makeKeyWorld(instances.first)
  const { id, secret } = await of.newKey()
  for (const n of [0, 1]) expect((await list(n, secret)).status).toBe(200)
  await end(id, of)
  for (const n of [1, 0]) {
    const reply = await list(n, secret)
    expect(reply.json).toMatchObject({ status: 401, code: 'not_authenticated' })
    expect(reply.headers.has('www-authenticate')).toBe(true)
    const write = { token: secret, json: { name: 'Laptop', tracking_type: 'serialized' } }
    expect((await send(instances.address(n), 'POST /asset-models', write)).status).toBe(401)
  }
  const denied = { reason, tenant_id: of.tenantId, actor_id: of.accountId }
  expect(await denials(id)).toEqual([denied, denied, denied, denied])
})

test('a service account that is restored works again', async () => {
  const { secret } = await world.newKey()
  const place = { service_account_id: world.accountId }
  await owner().serviceAccounts.archive(place)
  expect((await list(1, secret)).status).toBe(401)
  await owner().serviceAccounts.restore(place)
  expect((await list(1, secret)).status).toBe(200)
})

test('after a rotation both secrets work for 24 hours, then the new one alone', async () => {
  const { id, secret: first } = await world.newKey()
  const place = { service_account_id: world.accountId, key_id: id }
  const { secret: second, former_secret_expires_at } = await owner().serviceAccounts.keys.rotate(place)
  expect(Date.parse(former_secret_expires_at ?? '') - Date.now()).toBeGreaterThan(86_000_000)
  for (const secret of [first, second]) expect((await list(1, secret)).status).toBe(200)
  await sql()`update api_keys set former_secret_expires_at = now() where id = ${id}`
  expect((await list(1, first)).status).toBe(401)
  expect((await list(1, second)).status).toBe(200)
  expect(await denials(id)).toEqual(deniedOnce('api_key_rotated'))
})

test('a second rotation ends the secret from before the first one at once', async () => {
  const { id, secret: first } = await world.newKey()
  const place = { service_account_id: world.accountId, key_id: id }
  const { secret: second } = await owner().serviceAccounts.keys.rotate(place, { expires_at: inDays(90) })
  const { secret: third, expires_at } = await owner().serviceAccounts.keys.rotate(place)
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(inDays(89)))
  expect((await list(0, first)).status).toBe(401)
  for (const secret of [second, third]) expect((await list(0, secret)).status).toBe(200)
})

test('an expired key is rotated with a new end alone, and its former secret stays refused', async () => {
  const { id, secret: first } = await world.newKey()
  const place = { service_account_id: world.accountId, key_id: id }
  await sql()`update api_keys set expires_at = now() where id = ${id}`
  const endless = await owner().serviceAccounts.keys.rotate.safe(place)
  expect(endless.ok ? undefined : endless.error).toMatchObject({
    status: 422,
    message: expect.stringContaining('/expires_at'),
  })
  const rotated = await owner().serviceAccounts.keys.rotate(place, { expires_at: inDays(30) })
  expect(rotated.former_secret_expires_at).toBeNull()
  expect((await list(0, first)).status).toBe(401)
  expect((await list(0, rotated.secret)).status).toBe(200)
})

test('a key is accepted from its networks alone', async () => {
  const { id, secret, allowed_networks } = await world.newKey({
    allowed_networks: ['203.0.113.77/24', '2001:db8::/32'],
  })
  expect(allowed_networks).toEqual(['203.0.113.0/24', '2001:db8::/32'])
  for (const address of ['203.0.113.5', '::ffff:203.0.113.5', '2001:db8:1::1'])
    expect((await list(0, secret, from(address))).status).toBe(200)
  for (const address of ['203.0.114.5', '2001:db9::1', 'nowhere', ''])
    expect((await list(1, secret, from(address))).json).toMatchObject({
      status: 403,
      code: 'network_not_allowed',
    })
  expect(await denials(id)).toEqual(Array(4).fill(deniedOnce('network_not_allowed')[0]))
})

test.each([
  [{ allowed_networks: ['203.0.113.0/33'] }, '/allowed_networks/0'],
  [{ allowed_networks: ['10.0.0.0/8', '300.0.0.0/8'] }, '/allowed_networks/1'],
  [{ allowed_networks: ['2001:db8::/129'] }, '/allowed_networks/0'],
  [{ expires_at: inDays(400) }, '/expires_at'],
  [{ expires_at: inDays(-1) }, '/expires_at'],
])('a key with %j is refused', async (body, pointer) => {
  await expect(world.newKey(body)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(pointer),
  })
})

test('the last use is recorded to the hour', async () => {
  const { id, secret } = await world.newKey()
  const used = async () =>
    (await owner().apiKeys.list({ id: [id] })).map(({ last_used_at }) => last_used_at)[0]
  expect(await used()).toBeNull()
  await list(1, secret)
  await expect.poll(used).not.toBeNull()
  expect(await used()).toMatch(/:00:00\.000Z$/)
})

test('requests are limited for each key', async () => {
  const limited = await startTwo({ RATE_LIMIT: '8' })
  onTestFinished(() => limited.stop())
  const of = await makeKeyWorld(limited.first)
  const { secret } = await of.newKey()
  const replies = []
  for (let n = 0; n < 9; n += 1)
    replies.push(await send(limited.first.address, 'GET /assets', { token: secret }))
  expect(replies.map(({ status }) => status)).toEqual([...Array(8).fill(200), 429])
  expect(replies[0]?.headers.get('ratelimit-policy')).toBe('"key";q=8;w=60')
  const { secret: other } = await of.newKey()
  expect((await send(limited.first.address, 'GET /assets', { token: other })).status).toBe(200)
})

test('who looks after service accounts ends any key of the tenant, and nobody else does', async () => {
  const { id, secret } = await world.newKey()
  const mine = await owner().me.apiKeys.create({ name: 'Mine', scopes: [], expires_at: inDays(30) })
  const stranger = await instances.first.signUp()
  const refused = await instances.first.as(stranger.token).apiKeys.delete.safe({ key_id: id })
  expect(refused.ok).toBe(false)
  expect((await list(1, secret)).status).toBe(200)
  for (const key_id of [id, mine.id]) await owner().apiKeys.delete({ key_id })
  expect((await list(1, secret)).status).toBe(401)
  expect(await owner().apiKeys.list({ id: [id, mine.id] })).toEqual([])
})
