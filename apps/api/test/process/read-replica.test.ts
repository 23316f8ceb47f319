import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '../service.ts'
import { type DatabaseProxy, startProxy } from './proxy.ts'
import { type Replicated, startReplicated } from './replicated.ts'

let servers: Replicated
/** The proxy in front of the replica. */
let way: DatabaseProxy
/** `one` and `other` use the replica however late it is; `strict` uses it while it is at most a second late. */
let one: TestService
let other: TestService
let strict: TestService
let user: TestUser
let assetId: string

beforeAll(async () => {
  servers = await startReplicated()
  const { host = '', port = 0 } = servers.replica
  way = await startProxy({ host, port })
  await way.open()
  const replica = { ...servers.replica, host: '127.0.0.1', port: way.port }
  const start = (settings: Record<string, string>) =>
    startService({ METRICS_PORT: '0', ...settings }, servers.primary, { replica })
  one = await start({ DATABASE_READ_LAG: '60' })
  other = await start({ DATABASE_READ_LAG: '60' })
  strict = await start({ DATABASE_READ_LAG: '1' })
  user = await one.signUp()
  const model = await user.client.assetModels.create({ name: 'Tablet', tracking_type: 'serialized' })
  assetId = (await user.client.assets.create({ model_id: model.id, name: 'First', serial_number: 'S1' })).id
})

afterAll(async () => {
  await Promise.all([one, other, strict].map((service) => service.stop()))
  await way.shut()
  await servers.stop()
})

/** Before each test, all instances use the replica, for this user too. */
beforeEach(async () => {
  for (const service of [one, other, strict])
    while ((await serverOf(service, () => nameAt(service))) !== 'replica') await wait(50)
})

const nameAt = async (service: TestService, { token } = user) =>
  (await service.as(token).assets.get({ asset_id: assetId })).name

const rename = (service: TestService, name: string) =>
  service.as(user.token).assets.update({ asset_id: assetId }, { name })

async function metric(service: TestService, name: string): Promise<number> {
  const text = await (await fetch(service.metricsAddress ?? '')).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

const READS = (server: string) => `commonhold_read_requests_total{server="${server}"}`

/** The server that answers the read. */
async function serverOf(service: TestService, read: () => Promise<unknown>): Promise<'replica' | 'primary'> {
  const before = await metric(service, READS('replica'))
  await read()
  return (await metric(service, READS('replica'))) > before ? 'replica' : 'primary'
}

async function paused<T>(work: () => Promise<T>): Promise<T> {
  await servers.pause()
  try {
    return await work()
  } finally {
    await servers.resume()
  }
}

test('who has written reads that from the primary until the replica has it', async () => {
  await rename(one, 'Before')
  while ((await nameAt(other)) !== 'Before') await wait(50)
  await paused(async () => {
    await rename(one, 'After')
    expect(await nameAt(one)).toBe('After')
    expect(await nameAt(one)).toBe('After')
    // Another instance does not know of the write, so its answer shows that the replica does not have it yet.
    await expect.poll(() => nameAt(other)).toBe('Before')
  })
  while ((await serverOf(one, () => nameAt(one))) !== 'replica') await wait(50)
  expect(await nameAt(one)).toBe('After')
})

test('X-Read-After of a write makes another instance show it', async () => {
  await rename(one, 'Known')
  while ((await nameAt(other)) !== 'Known') await wait(50)
  const send = (service: TestService, after: string, method = 'GET', body?: string) =>
    fetch(`${service.address}/assets/${assetId}`, {
      method,
      headers: {
        Authorization: `Bearer ${user.token}`,
        'Content-Type': 'application/merge-patch+json',
        'X-Read-After': after,
      },
      ...(body && { body }),
    })
  const nameAfter = async (after: string) =>
    (JSON.parse(await (await send(other, after)).text()) as { name: string }).name
  await paused(async () => {
    const written = await send(one, '0/0', 'PATCH', '{"name":"Carried"}')
    expect(written.status).toBe(200)
    const after = written.headers.get('x-read-after') ?? ''
    expect(after).toMatch(/^[\dA-F]+\/[\dA-F]+$/)
    await expect.poll(() => nameAfter('0/0')).toBe('Known')
    expect(await nameAfter(after)).toBe('Carried')
    expect(await nameAfter('no position')).toBe('Carried')
  })
  expect((await send(one, '0/0')).headers.get('x-read-after')).toBeNull()
})

test('a session and a record that the replica has not got are found', async () => {
  await paused(async () => {
    const newcomer = await one.signUp()
    expect((await other.as(newcomer.token).me.get()).id).toBe(newcomer.id)
    const { id: model_id } = await user.client.assetModels.create({
      name: 'Scale',
      tracking_type: 'countable',
    })
    expect((await other.as(user.token).assetModels.get({ asset_model_id: model_id })).name).toBe('Scale')
  })
})

test('a read works in the tenant that the session has selected, which the replica has not got', async () => {
  const { id: tenant_id } = await user.client.tenants.create({ name: 'Second School' })
  const { current_tenant_id: before } = await user.client.me.get()
  await paused(async () => {
    await one.as(user.token).me.currentTenant.set({ tenant_id })
    const model = await one
      .as(user.token)
      .assetModels.create({ name: 'Projector', tracking_type: 'countable' })
    expect((await other.as(user.token).assetModels.get({ asset_model_id: model.id })).name).toBe('Projector')
  })
  await user.client.me.currentTenant.set({ tenant_id: before ?? '' })
})

test('what follows the log is not older than the log', async () => {
  await rename(one, 'Old')
  while ((await nameAt(other)) !== 'Old') await wait(50)
  await paused(async () => {
    await rename(one, 'New')
    await other.as(user.token).events.head.get()
    expect(await nameAt(other)).toBe('New')
  })
})

test('a session that ended is refused once the replica is later than the bound, which is measured', async () => {
  const guest = await one.signUp()
  const me = () => strict.as(guest.token).me.get.safe()
  while ((await serverOf(strict, me)) !== 'replica') await wait(50)
  await paused(async () => {
    await one.as(guest.token).me.signOut()
    await expect.poll(() => metric(strict, 'commonhold_replica_lag_seconds')).toBeGreaterThan(1)
    expect((await me()).ok).toBe(false)
    expect(await serverOf(strict, () => nameAt(strict))).toBe('primary')
  })
})

test('a replica that does not answer delays no read', async () => {
  way.swallow()
  const names = await Promise.all(Array.from({ length: 5 }, () => nameAt(one)))
  expect(new Set(names).size).toBe(1)
  while ((await serverOf(one, () => nameAt(one))) !== 'primary') await wait(50)
  await way.shut()
  await way.open()
})

test('without the replica all reads go to the primary, and the service stays ready', async () => {
  await servers.stopReplica()
  const readings = await Promise.all(Array.from({ length: 20 }, () => nameAt(one)))
  expect(new Set(readings).size).toBe(1)
  expect(await serverOf(strict, () => nameAt(strict))).toBe('primary')
  expect((await fetch(`${one.address}/readyz`)).status).toBe(200)
  await servers.startReplica()
  while ((await serverOf(strict, () => nameAt(strict))) !== 'replica') await wait(50)
})
