import { ApiProblem, quotaNames } from '@commonhold/contract'
import { getTableName } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { areas } from '../../src/areas.ts'
import { newId } from '../../src/base/ids.ts'
import type { QuotaGate } from '../../src/base/quota-gate.ts'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { transact } from '../../src/http/service.ts'
import { addMail } from '../../src/mail/outbox.ts'
import { startMailSender } from '../../src/mail/sender.ts'
import { countedRecords, quotaOfCreate } from '../../src/quotas/counted-records.rules.ts'
import { defaultLimits } from '../../src/quotas/limits.rules.ts'
import { QuotaBook } from '../../src/quotas/quota-book.service.ts'
import { startQuotaCounting } from '../../src/quotas/quota-counting.service.ts'
import { operations } from '../generated/operations.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createTenant } from '../world.ts'

const log = pino({ level: 'silent' })

let service: TestService
let operator: TestUser
let owner: TestUser
let tenantId: string
let connections: ConnectionPool
beforeAll(async () => {
  // The tests themselves start the counting.
  service = await startService({ ROLE: 'api', QUOTAS: 'locations=unlimited,groups=7' })
  operator = await service.signUp()
  owner = await service.signUp()
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
  tenantId = await createTenant(service, { owners: [owner] })
  connections = new ConnectionPool(service.database.runtime, 2)
})
afterAll(async () => {
  await connections.close()
  await service.stop()
})

const inTenant = () => service.as(owner.token, tenantId)
const quotaOf = async (name: string) => (await inTenant().quotas.list()).find((one) => one.name === name)
const setLimit = (quota_name: string, limit: number | null) =>
  operator.client.operator.tenants.quotas.set({ tenant_id: tenantId, quota_name }, { limit })

/** Counts the records of all tenants repeatedly until the test ends. Returns the lines of the log. */
function counting(): string[] {
  const lines: string[] = []
  const running = startQuotaCounting(
    { connections, limits: defaultLimits, log: pino({}, { write: (line) => void lines.push(line) }) },
    50,
    0,
  )
  onTestFinished(() => running.stop())
  return lines
}

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof ApiProblem ? error : undefined
}

test('members see the limits of the installation, and those that an operator has set', async () => {
  expect((await inTenant().quotas.list()).map(({ name }) => name)).toEqual(quotaNames)
  expect(await quotaOf('locations')).toMatchObject({ limit: null, is_default: true, unit: 'records' })
  expect(await quotaOf('groups')).toMatchObject({ limit: 7, is_default: true })
  expect(await setLimit('persons', 12)).toMatchObject({ limit: 12, is_default: false })
  expect(await setLimit('groups', null)).toMatchObject({ limit: null, is_default: false })
  expect(await quotaOf('persons')).toMatchObject({ limit: 12, is_default: false })
  const { slug } = await operator.client.tenants.get({ tenant_id: tenantId })
  const listed = await operator.client.operator.tenants.quotas.list({ tenant_id: slug })
  expect(listed.find(({ name }) => name === 'persons')).toMatchObject({ limit: 12, is_default: false })
  await operator.client.operator.tenants.quotas.delete({ tenant_id: tenantId, quota_name: 'persons' })
  expect(await quotaOf('persons')).toMatchObject({ limit: defaultLimits.persons, is_default: true })
  const again = refusal(
    operator.client.operator.tenants.quotas.delete({ tenant_id: tenantId, quota_name: 'persons' }),
  )
  expect((await again)?.status).toBe(404)
  const logged = await inTenant().auditLog.list({ operation: ['setQuotaOfTenant'] })
  expect(logged.map(({ record_type, actor_id }) => [record_type, actor_id])).toContainEqual([
    'tenant',
    operator.id,
  ])
})

test('an id names its tenant, whatever the slug of an earlier one is', async () => {
  const { id: earlier } = await owner.client.tenants.create({ name: 'First School' })
  const { id } = await owner.client.tenants.create({ name: 'Second School' })
  const { sql } = service.database
  await sql`update tenants set slug = ${id.toLowerCase()} where id = ${earlier}`
  // Both rows are rewritten now, so a scan finds the earlier tenant first.
  await sql`update tenants set slug = 'second' where id = ${id}`
  const quota = { tenant_id: id, quota_name: 'persons' }
  await operator.client.operator.tenants.quotas.set(quota, { limit: 13 })
  const quotas = await service.as(owner.token, id).quotas.list()
  expect(quotas.find(({ name }) => name === 'persons')).toMatchObject({ limit: 13 })
})

test('a tenant that is full creates no more, by no way, until there is room; other tenants are not affected', async () => {
  const { client } = owner
  const lines = counting()
  await setLimit('persons', 4)
  const create = () => inTenant().persons.create({ identity: { first_name: 'Ada', last_name: 'Lovelace' } })
  const first = await create()
  for (let made = 1; made < 4; made += 1) await create()
  await expect.poll(async () => (await quotaOf('persons'))?.used).toBe(4)
  const refused = async () => (await refusal(create()))?.code
  // Records that are created before the instance reads the new count exceed the limit.
  await expect.poll(refused, { interval: 250 }).toBe('quota_exceeded')
  const { used = 0 } = (await quotaOf('persons')) ?? {}
  const upsert = inTenant().persons.upsert(
    { source: 'sis', external_id: '1' },
    { identity: { first_name: 'Ada', last_name: 'Byron' } },
  )
  expect((await refusal(upsert))?.status).toBe(409)
  const bulk = await inTenant().persons.bulk({
    mode: 'each',
    items: [{ op: 'create', body: { identity: { first_name: 'Ada', last_name: 'Byron' } } }],
  })
  expect(bulk.results[0]?.problem?.code).toBe('quota_exceeded')
  expect(await inTenant().persons.update({ person_id: first.id }, { birth_date: '1815-12-10' })).toBeDefined()
  expect(
    await client.persons.create({ identity: { first_name: 'Ada', last_name: 'Elsewhere' } }),
  ).toBeDefined()
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ tenant_id }) => tenant_id === tenantId)
  await expect
    .poll(() => logged().at(-1))
    .toMatchObject({ quota: 'persons', limit: 4, msg: 'a tenant has used up a quota' })
  expect(used).toBeGreaterThanOrEqual(4)

  await setLimit('persons', null)
  await expect.poll(refused, { interval: 250 }).toBeUndefined()
})

test('a rate that is used up is 429 with the seconds until it is reset', async () => {
  await setLimit('events', 1)
  await setLimit('bulk_items', 1)
  const bulk = () =>
    inTenant().groups.bulk({
      mode: 'each',
      items: [{ op: 'create', body: { name: `Group ${newId()}` } }],
    })
  await bulk()
  await inTenant().events.get({})
  for (const read of [() => inTenant().events.get({}), bulk]) {
    let error: ApiProblem | undefined
    const refused = async () => {
      error = await refusal(read())
      return error?.code
    }
    await expect.poll(refused, { interval: 500 }).toBe('rate_limited')
    expect(Number(error?.problem.retry_after)).toBeGreaterThan(0)
    expect(Number(error?.problem.retry_after)).toBeLessThanOrEqual(3_600)
  }
  expect((await quotaOf('events'))?.used).toBeGreaterThanOrEqual(1)
})

test('processes add up what each of them counted, and start at zero on the next day', async () => {
  let now = new Date()
  const limits = { ...defaultLimits, mails: 10 }
  const bookOf = () => new QuotaBook({ connections, limits, clock: { now: () => now }, log })
  const [one, other] = [bookOf(), bookOf()]
  const mine = await createTenant(service, {})
  one.count('mails', mine, 6)
  other.count('mails', mine, 5)
  expect(one.exhaustedUntil('mails', mine)).toBeUndefined()
  await one.flush()
  await other.flush()
  await one.flush()
  const midnight = new Date(new Date(now).setUTCHours(24, 0, 0, 0))
  expect([one.exhaustedUntil('mails', mine), other.exhaustedUntil('mails', mine)]).toEqual([
    midnight,
    midnight,
  ])
  expect(one.exhaustedUntil('mails', tenantId)).toBeUndefined()
  now = midnight
  expect([one.exhaustedUntil('mails', mine), other.exhaustedUntil('mails', mine)]).toEqual([
    undefined,
    undefined,
  ])
})

test('mails of a tenant that has sent its share wait, and lose no try', async () => {
  const until = new Date(Date.now() + 3_600_000)
  const gate: QuotaGate = {
    assertRoom: () => {},
    assertRate: () => {},
    exhaustedUntil: (_, tenant) => (tenant === tenantId ? until : undefined),
    count: () => {},
  }
  const add = (tenant: string | undefined) =>
    transact(connections, (tx) =>
      addMail(tx, {
        kind: 'notification',
        recipient: 'ada@example.org',
        usefulFor: 86_400,
        ...(tenant && { tenantId: tenant }),
      }),
    )
  const [limited, free] = [await add(tenantId), await add(undefined)]
  const sent: string[] = []
  const sender = startMailSender({
    connections,
    transport: { send: async ({ id }) => void sent.push(id) },
    compose: async () => ({ subject: 'News', paragraphs: [], notes: [], language: 'en' }),
    quotas: gate,
    log,
  })
  onTestFinished(() => sender.stop())
  await expect.poll(() => sent).toEqual([free])
  const [row] = await service.database.sql`select tries, due_at from mail_outbox where id = ${limited}`
  expect([row?.tries, new Date(row?.due_at)]).toEqual([0, until])
})

/** Create operations that no quota refuses before they run. */
const unlimited = [
  // The limit is checked exactly, in the transaction that creates the endpoint.
  'createWebhookEndpoint',
  // Creates a delivery, which is kept for 30 days.
  'testWebhookEndpoint',
  // These two do not belong to a tenant: `TENANT_CREATION` and `SIGN_UP` decide who may create.
  'createTenant',
  'signUp',
]

test('every operation that creates has a quota, or none on purpose', () => {
  const creates = operations.filter(
    ({ endpoint: { success } }) =>
      success.status === 201 || (success.status === 200 && 'orCreated' in success),
  )
  const names = creates.map(({ endpoint }) => endpoint.operationId).sort()
  expect([...quotaOfCreate.keys(), ...unlimited].sort()).toEqual(names)
})

/** Create operations that count for the quota of another table than that of their resource. */
const countedElsewhere = [
  // A repair is counted as an issue.
  'createAssetRepair',
  // A member counts once, in any number of groups.
  'createMembershipOfGroup',
  // The resource of configuration items has the handlers of relationships.
  'createRelationshipOfConfigurationItem',
]

test('what a resource creates is in a table that counts for the quota of its create', () => {
  const uncounted = areas
    .flatMap(({ resources }) => [...resources])
    .flatMap(({ table, handlers }) =>
      // Handlers that are built with services of the application are not checked.
      typeof handlers === 'function' ? [] : handlers.map(({ endpoint }) => ({ table, endpoint })),
    )
    .flatMap(({ table, endpoint: { operationId, success } }) => {
      const quota = success.status === 201 ? quotaOfCreate.get(operationId) : undefined
      return quota && !countedRecords[quota].tables.includes(getTableName(table)) ? [operationId] : []
    })
  expect(uncounted.sort()).toEqual(countedElsewhere)
})
