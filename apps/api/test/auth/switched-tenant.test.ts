import type { Access } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { AuthorizedReader } from '../../src/auth/authorize.ts'
import { expectTenant } from '../../src/auth/expected-tenant.ts'
import { Deadline, DeadlineExceeded } from '../../src/base/deadline.ts'
import { newId } from '../../src/base/ids.ts'
import { ReadPool } from '../../src/db/read-pool.ts'
import { sqlStatement } from '../../src/db/statement.ts'
import { tenantId } from '../../src/db/tenant.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, signUpStranger } from '../world.ts'

let service: TestService
let user: TestUser
/** Two tenants of the user, with one model each. */
const tenants = { first: '', second: '' }
const models = { first: '', second: '' }

beforeAll(async () => {
  service = await startService()
  user = await service.signUp()
  for (const name of ['first', 'second'] as const) {
    tenants[name] = await createTenant(service, { owners: [user] })
    const { assetModels } = service.as(user.token, tenants[name])
    models[name] = (await assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })).id
  }
})
afterAll(() => service.stop())

const select = (name: keyof typeof tenants) => user.client.me.currentTenant.set({ tenant_id: tenants[name] })

const named = sqlStatement<{ id: string }>(sql`select id from asset_models where tenant_id = ${tenantId}`)

/** The reader of a request that names no tenant. */
function readsOf({ id, sessionId }: TestUser, access: Access, deadline?: Deadline): AuthorizedReader {
  const pool = new ReadPool(service.database.runtime, 2, 'read')
  onTestFinished(() => pool.close())
  const token = { sessionId, userId: id, storedKeyId: null, expires: Date.now() / 1_000 + 600 }
  const pools = { read: pool, search: pool, lookup: pool }
  return new AuthorizedReader(pools, { token, tenantId: null, access }, (one) => one, deadline)
}

test('the reads of a request stay in the tenant of the first one', async () => {
  await select('first')
  const reader = readsOf(user, 'assets:read')
  expect(await reader.run(named)).toEqual([{ id: models.first }])
  await select('second')
  expect(await reader.run(named)).toEqual([{ id: models.first }])
})

test('the reads of a request without a tenant are refused when the session selects one between them', async () => {
  const stranger = await signUpStranger(service)
  const reader = readsOf(stranger, 'authenticated')
  expect(await reader.run(named)).toEqual([])
  const joined = await createTenant(service, { owners: [stranger] })
  await stranger.client.me.currentTenant.set({ tenant_id: joined })
  // As if another instance had selected the tenant.
  expectTenant(stranger.sessionId, tenants.second)
  await expect(reader.run(named)).rejects.toMatchObject({ code: 'tenant_access_denied' })
})

test('a read in another tenant than expected is not sent again after its deadline', async () => {
  await select('first')
  expectTenant(user.sessionId, tenants.second)
  await expect(readsOf(user, 'assets:read', new Deadline(0)).run(named)).rejects.toThrow(DeadlineExceeded)
  expectTenant(user.sessionId, tenants.second)
  expect(await readsOf(user, 'assets:read').run(named)).toEqual([{ id: models.first }])
})

test('a bulk request writes to one tenant, whatever the session selects between its transactions', async () => {
  await select('first')
  const { sql: database } = service.database
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const locking = database.begin(async (other) => {
    await other`select commonhold_select_tenant(${tenants.first})`
    await other`select from asset_models where id = ${models.first} for update`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const update = { op: 'update' as const, id: models.first, body: { description: 'Held' } }
  const creates = Array.from({ length: 60 }, (_, n) => ({
    op: 'create' as const,
    body: { name: `Model ${n}`, tracking_type: 'serialized' as const },
  }))
  const running = user.client.assetModels.bulk(
    { mode: 'each', items: [update, ...creates] },
    { timeoutMs: 30_000 },
  )
  const isWaiting = () => database`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await isWaiting()).length).toBeGreaterThan(0)
  await select('second')
  release.resolve()
  await locking
  expect(await running).toMatchObject({ succeeded: 61, failed: 0 })
  const { assetModels } = service.as(user.token, tenants.second)
  expect((await assetModels.list({})).map(({ id }) => id)).toEqual([models.second])
})

test('an export lists one tenant, whatever the session selects between its pages', async () => {
  await select('first')
  const { sql: database } = service.database
  const made = await database.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenants.first})`
    const { count } = await tx`
      insert into asset_models (tenant_id, id, name, tracking_type)
      select ${tenants.first}, '01K' || lpad(n::text, 23, '0'), 'Exported ' || n, 'serialized' from generate_series(1, 10000) n`
    return count
  })
  const response = await fetch(`${service.address}/asset-models`, {
    headers: { Accept: 'application/x-ndjson', Authorization: `Bearer ${user.token}` },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  // No page is read while the table is locked.
  await database.begin(async (tx) => {
    await tx`lock table asset_models in access exclusive mode`
    await select('second')
  })
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value
  expect(text.match(/"name":"Exported/g)).toHaveLength(made)
})

test('requests that name no tenant succeed while the session selects another one again and again', async () => {
  const names = ['first', 'second'] as const
  const selecting = async (first: number) => {
    for (let n = first; n < first + 12; n += 1) await select(n % 2 === 0 ? 'first' : 'second')
  }
  const reading = async () => {
    for (let n = 0; n < 12; n += 1) {
      const found = await user.client.assetModels.list({ name: ['Laptop'] })
      expect(names.map((name) => models[name])).toContain(found[0]?.id)
    }
  }
  const writing = async () => {
    for (let n = 0; n < 12; n += 1)
      await user.client.assetModels.create({ name: `Projector ${newId()}`, tracking_type: 'serialized' })
  }
  const selections = [0, 1, 2, 3, 4, 5, 6, 7].map(selecting)
  await Promise.all([...selections, reading(), reading(), writing(), writing()])
})
