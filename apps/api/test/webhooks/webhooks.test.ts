import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Event, type Location } from '@commonhold/contract'
import { verifyWebhook, WebhookVerificationError } from '@commonhold/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { freePort } from '../process/free-port.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createTenant, grantOnly } from '../world.ts'
import { type Receiver, startReceiver } from './receiver.ts'

let service: TestService
let owner: TestUser
let tenantId: string
beforeAll(async () => {
  service = await startService({ ROLE: 'all', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' })
  owner = await service.signUp()
})
// Each test has a separate tenant, because a tenant may have only a few endpoints.
beforeEach(async () => {
  tenantId = await createTenant(service, { owners: [owner] })
})
afterAll(() => service.stop())

const client = () => service.as(owner.token, tenantId)
const soon = { interval: 100 }
const newLocation = async (name: string) => {
  const [type] = await client().locationTypes.list({})
  return client().locations.create({ name, type_id: type?.id ?? '' })
}

/** Makes the next tries due now. */
const hurry = () =>
  service.database.sql.begin(async (sql) => {
    await sql`select from webhook_endpoints for no key update`
    await sql`update webhook_deliveries set next_try_at = now() where status = 'waiting' and next_try_at > now()`
    await sql`
      update pgboss.job set start_after = now() where name = 'webhook-delivery' and state in ('created', 'retry')`
  })

const deliveries = (webhook_endpoint_id: string) =>
  client().webhookEndpoints.deliveries.list.all({ webhook_endpoint_id })
async function statusesOf(webhook_endpoint_id: string): Promise<string[]> {
  const found: string[] = []
  for await (const { status } of deliveries(webhook_endpoint_id)) found.push(status)
  return found
}

test('the copy of a receiver that fails every third time and is down for a while ends up equal', async () => {
  let secret = ''
  const copy = new Map<string, Location>()
  const receiver = await startReceiver(
    (count) => (count % 3 === 0 ? 500 : 200),
    async ({ headers, body }) => {
      const { event } = await verifyWebhook(secret, headers, body)
      const location_id = event.data.record_id
      const read = await client().locations.get.safe({ location_id })
      if (!read.ok) copy.delete(location_id)
      else if (read.data.version > (copy.get(location_id)?.version ?? 0)) copy.set(location_id, read.data)
    },
  )
  const endpoint = await client().webhookEndpoints.create({ url: receiver.url, types: ['location.*'] })
  const { id } = endpoint
  secret = endpoint.secret
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => newLocation(`Room ${n}`)))
  await expect.poll(() => receiver.received.length, soon).toBeGreaterThan(5)
  await receiver.goDown()
  const more = await Promise.all(Array.from({ length: 6 }, (_, n) => newLocation(`Hall ${n}`)))
  for (const { id: location_id } of made.slice(0, 3)) await client().locations.delete({ location_id })
  for (const { id: location_id } of made.slice(3, 6))
    await client().locations.update({ location_id }, { name: `Renamed ${location_id}` })
  await client().groups.create({ name: 'Not asked for' })
  await expect.poll(async () => (await statusesOf(id)).length, soon).toBe(made.length + more.length + 6)
  await receiver.comeUp()
  await expect
    .poll(
      async () => {
        // A try that was in progress may have failed meanwhile and have paused the endpoint again.
        await service.database.sql`update webhook_endpoints set held_until = null`
        await hurry()
        return (await statusesOf(id)).filter((status) => status !== 'delivered')
      },
      { interval: 500 },
    )
    .toEqual([])
  const locations: Location[] = []
  for await (const location of client().locations.list.all()) locations.push(location)
  expect(locations).toHaveLength(made.length + more.length - 3)
  const byId = (a: Location, b: Location) => (a.id < b.id ? -1 : 1)
  expect([...copy.values()].sort(byId)).toEqual(locations.sort(byId))
  const bySecret = new Webhook(secret)
  for (const { headers, body } of receiver.received) {
    const sent = await verifyWebhook(secret, headers, body)
    expect(sent.id).toBe(sent.event.id)
    expect(sent.event.source).toBe(`/tenants/${tenantId}`)
    const named = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    expect(bySecret.verify(body, Object.fromEntries(named))).toEqual(sent.event)
  }
  const { webhook_id, ...first } = { webhook_id: '', ...receiver.received[0] }
  const { headers = {}, body = '' } = first
  for (const [other, changedHeaders, changedBody, now] of [
    [`whsec_${'A'.repeat(44)}`, headers, body, Date.now()],
    [secret, headers, `${body} `, Date.now()],
    [secret, { ...headers, 'webhook-id': 'another' }, body, Date.now()],
    [secret, headers, body, Date.now() + 3_600_000],
    [secret, {}, body, Date.now()],
  ] as const)
    await expect(verifyWebhook(other, changedHeaders, changedBody, now)).rejects.toThrow(
      WebhookVerificationError,
    )
})

test('a receiver that never answers, and one that redirects, delay nobody', async () => {
  const dead = await startReceiver(() => null)
  const elsewhere = await startReceiver(() => 302)
  const good = await startReceiver(() => 200)
  const began = performance.now()
  await Promise.all(
    [dead, dead, dead, elsewhere].map(({ url }) =>
      client().webhookEndpoints.create({ url, types: ['location.created'] }),
    ),
  )
  const { id } = await client().webhookEndpoints.create({ url: good.url, types: ['location.created'] })
  for (let n = 0; n < 20; n += 1) await newLocation(`Shed ${n}`)
  await expect.poll(() => good.received.length, { interval: 100 }).toBe(20)
  // Three endpoints have four slots each. A delivery uses a slot for fifteen seconds.
  const turns = 1 + Math.floor((performance.now() - began) / 15_000)
  expect(dead.received.length).toBeLessThanOrEqual(3 * 4 * turns)
  expect(elsewhere.received.every(({ path }) => path === '/events')).toBe(true)
  await expect.poll(async () => new Set(await statusesOf(id))).toEqual(new Set(['delivered']))
})

test('an endpoint for which no deliveries can be made delays no other', async () => {
  const { sql } = service.database
  const good = await startReceiver(() => 200)
  const refused = await client().webhookEndpoints.create({ url: good.url, types: ['group.created'] })
  await client().webhookEndpoints.create({ url: `${good.url}/good`, types: ['group.created'] })
  await sql.unsafe(`
    create function refuse_delivery() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_delivery before insert on webhook_deliveries for each row
    when (new.endpoint_id = '${refused.id}') execute function refuse_delivery()`)
  onTestFinished(async () => {
    await sql.unsafe('drop trigger refuse_delivery on webhook_deliveries; drop function refuse_delivery()')
    await client().webhookEndpoints.delete({ webhook_endpoint_id: refused.id })
  })
  await client().groups.create({ name: 'Sent to one' })
  await expect.poll(() => good.received.map(({ path }) => path), soon).toEqual(['/events/good'])
})

test('deliveries of a tenant that has used up its quota wait until there is room, and lose no try', async () => {
  const operator = await service.signUp()
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
  const setLimit = (limit: number | null) =>
    operator.client.operator.tenants.quotas.set(
      { tenant_id: tenantId, quota_name: 'webhook_deliveries' },
      { limit },
    )
  const receiver = await startReceiver(() => 200)
  const { id } = await client().webhookEndpoints.create({
    url: receiver.url,
    types: ['issue_link_type.moved'],
  })
  await setLimit(1)
  const sendUntilOneWaits = async () => {
    await client().webhookEndpoints.test({ webhook_endpoint_id: id })
    const [row] = await service.database.sql`
      select count(*)::int as waiting from pgboss.job
       where name = 'webhook-delivery' and state = 'created' and data->>'tenant_id' = ${tenantId}
         and start_after = (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'`
    return row?.waiting
  }
  await expect.poll(sendUntilOneWaits, { interval: 500 }).toBeGreaterThan(0)
  expect(receiver.received.length).toBeGreaterThan(0)
  for await (const { status, tries } of deliveries(id)) if (status === 'waiting') expect(tries).toBe(0)
  await setLimit(null)
  const statuses = async () => {
    await hurry()
    return new Set(await statusesOf(id))
  }
  await expect.poll(statuses, soon).toEqual(new Set(['delivered']))
})

test('after a rotation both secrets sign, the former one for a day', async () => {
  const receiver = await startReceiver(() => 200)
  const { id, secret } = await client().webhookEndpoints.create({
    url: receiver.url,
    types: ['issue_link_type.moved'],
  })
  const rotated = await client().webhookEndpoints.rotateSecret({ webhook_endpoint_id: id })
  expect(rotated.secret).not.toBe(secret)
  await client().webhookEndpoints.test({ webhook_endpoint_id: id })
  await expect.poll(() => receiver.received.length, soon).toBe(1)
  await service.database.sql`update webhook_endpoints set former_secret_expires_at = now() where id = ${id}`
  await client().webhookEndpoints.test({ webhook_endpoint_id: id })
  await expect.poll(() => receiver.received.length, soon).toBe(2)
  const [during, after] = receiver.received
  if (!during || !after) throw new Error('nothing was received')
  for (const one of [secret, rotated.secret]) await verifyWebhook(one, during.headers, during.body)
  await verifyWebhook(rotated.secret, after.headers, after.body)
  await expect(verifyWebhook(secret, after.headers, after.body)).rejects.toThrow(WebhookVerificationError)
  expect(z.parse(Event, JSON.parse(after.body))).toMatchObject({
    type: 'webhook.test',
    data: { record_id: id, operation: 'testWebhookEndpoint', actor_id: owner.id, version: 2, changed: [] },
  })
})

describe('a receiver that has failed again and again', () => {
  /**
   * A paused endpoint with its receiver: nothing is sent for five minutes, and the next tries of its two deliveries are in an
   * hour.
   */
  async function pausedUntil() {
    let status = 500
    const receiver = await startReceiver(() => status)
    const { id } = await client().webhookEndpoints.create({
      url: receiver.url,
      types: ['location.created'],
    })
    const read = () => client().webhookEndpoints.get({ webhook_endpoint_id: id })
    await newLocation('Shed')
    await newLocation('Barn')
    await expect
      .poll(async () => {
        await hurry()
        return (await read()).failing_since
      }, soon)
      .not.toBeNull()
    await service.database.sql`
      update webhook_endpoints set failures = 9, held_until = now() + interval '5 minutes' where id = ${id}`
    const jobs = (state: string) =>
      service.database.sql`select from pgboss.job where group_id = ${id} and state = ${state}`
    const inAnHour = () =>
      service.database.sql.begin(async (sql) => {
        await sql`select from webhook_endpoints where id = ${id} for no key update`
        await sql`
          update webhook_deliveries set next_try_at = now() + interval '1 hour' where endpoint_id = ${id} and status = 'waiting'`
        await sql`
          update pgboss.job set start_after = now() + interval '1 hour' where group_id = ${id} and state = 'created'`
      })
    await expect
      .poll(async () => {
        await inAnHour()
        return [(await jobs('created')).length, (await jobs('active')).length]
      }, soon)
      .toEqual([2, 0])
    expect((await read()).paused_until).not.toBeNull()
    return { id, receiver, read, repair: () => (status = 200) }
  }
  const healthy = { failing_since: null, paused_until: null }

  test('is sent at once what waits for it when a test succeeds', async () => {
    const { id, read, repair } = await pausedUntil()
    repair()
    await client().webhookEndpoints.test({ webhook_endpoint_id: id })
    await expect.poll(() => statusesOf(id), soon).toEqual(['delivered', 'delivered', 'delivered'])
    expect(await read()).toMatchObject(healthy)
  })

  test('is sent at once what waits for it when a test succeeds, also where another delivery has succeeded before', async () => {
    const { id, repair } = await pausedUntil()
    repair()
    const [delivery] = await client().webhookEndpoints.deliveries.list({ webhook_endpoint_id: id })
    await client().webhookDeliveries.redeliver({ webhook_delivery_id: delivery?.id ?? '' })
    await expect.poll(async () => (await statusesOf(id)).toSorted(), soon).toEqual(['delivered', 'waiting'])
    await client().webhookEndpoints.test({ webhook_endpoint_id: id })
    await expect.poll(() => statusesOf(id), soon).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('is sent at once what waits for it at its new URL, whose failures count from the first', async () => {
    const { id, read } = await pausedUntil()
    await service.database.sql`
      update webhook_endpoints set failing_since = now() - interval '121 hours' where id = ${id}`
    const bad = await startReceiver(() => 500)
    const before = Date.now()
    await client().webhookEndpoints.update({ webhook_endpoint_id: id }, { url: bad.url })
    await expect.poll(() => bad.received.length, soon).toBe(2)
    await expect.poll(async () => (await read()).failing_since, soon).not.toBeNull()
    const { enabled, paused_until, failing_since } = await read()
    expect({ enabled, paused_until }).toEqual({ enabled: true, paused_until: null })
    expect(Date.parse(failing_since ?? '')).toBeGreaterThan(before - 1_000)
    const good = await startReceiver(() => 200)
    await client().webhookEndpoints.update({ webhook_endpoint_id: id }, { url: good.url })
    await expect.poll(() => statusesOf(id), soon).toEqual(['delivered', 'delivered'])
    expect(await read()).toMatchObject(healthy)
  })

  test('is sent on request what was put off by the pause as well', async () => {
    const { id, read, repair } = await pausedUntil()
    const { paused_until } = await read()
    const list = () => client().webhookEndpoints.deliveries.list({ webhook_endpoint_id: id })
    const [first] = await list()
    await newLocation('Loft')
    await expect
      .poll(async () => (await list()).map(({ next_try_at }) => next_try_at), soon)
      .toContain(paused_until)
    repair()
    await client().webhookDeliveries.redeliver({ webhook_delivery_id: first?.id ?? '' })
    await expect
      .poll(async () => (await statusesOf(id)).toSorted(), soon)
      .toEqual(['delivered', 'delivered', 'waiting'])
  })

  test('is sent a delivery that waits at once on request, and tried again as a new one where that fails', async () => {
    const { id, receiver, repair } = await pausedUntil()
    const before = receiver.received.length
    const [delivery] = await client().webhookEndpoints.deliveries.list({ webhook_endpoint_id: id })
    if (!delivery) throw new Error('nothing waits')
    const again = () => client().webhookDeliveries.redeliver({ webhook_delivery_id: delivery.id })
    expect(await again()).toMatchObject({ status: 'waiting', tries: 0 })
    const find = async () =>
      (await client().webhookEndpoints.deliveries.list({ webhook_endpoint_id: id })).find(
        (one) => one.id === delivery.id,
      )
    await expect.poll(async () => (await find())?.tries, soon).toBe(1)
    expect(receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([
      delivery.event_id,
    ])
    repair()
    await again()
    await expect.poll(async () => (await find())?.status, soon).toBe('delivered')
    // The job of the planned try finds nothing that is due.
    await hurry()
    const jobs = () =>
      service.database.sql`
        select from pgboss.job where data ->> 'record_id' = ${delivery.id} and state < 'completed'`
    await expect.poll(jobs, soon).toEqual([])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.slice(before).filter((one) => one === delivery.event_id)).toHaveLength(2)
  })
})

test('what was sent is sent again under its id: one delivery, or all since a time', async () => {
  const receiver = await startReceiver(() => 200)
  const { id, created_at } = await client().webhookEndpoints.create({
    url: receiver.url,
    types: ['location.created'],
  })
  await newLocation('Attic')
  await newLocation('Cellar')
  await expect.poll(() => statusesOf(id), soon).toEqual(['delivered', 'delivered'])
  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])
  const [newest] = await client().webhookEndpoints.deliveries.list({ webhook_endpoint_id: id })
  if (!newest) throw new Error('nothing was delivered')
  await client().webhookDeliveries.redeliver({ webhook_delivery_id: newest.id })
  await expect.poll(() => receiver.received.length, soon).toBe(3)
  expect(ids()[2]).toBe(newest.event_id)
  await expect.poll(() => statusesOf(id), soon).toEqual(['delivered', 'delivered'])
  await client().webhookEndpoints.replay({ webhook_endpoint_id: id }, { since: created_at })
  await expect.poll(() => receiver.received.length, soon).toBe(5)
  expect(new Set(ids()).size).toBe(2)
  // The state after a move to another server, where all entries have the same transaction id.
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`
      update audit_log set xid = (select max(xid) from audit_log where tenant_id = ${tenantId}) where tenant_id = ${tenantId}`
  })
  await expect.poll(() => statusesOf(id), soon).toEqual(['delivered', 'delivered'])
  const [last] = await client().auditLog.list({ operation: ['createLocation'] })
  await client().webhookEndpoints.replay({ webhook_endpoint_id: id }, { since: last?.created_at ?? '' })
  await expect.poll(() => receiver.received.length, soon).toBe(6)
  expect(ids()[5]).toBe(newest.event_id)
  await expect.poll(() => statusesOf(id), soon).toEqual(['delivered', 'delivered'])
  const ahead = await client().webhookEndpoints.replay.safe(
    { webhook_endpoint_id: id },
    { since: new Date(Date.now() + 60_000).toISOString() },
  )
  expect(ahead).toMatchObject({ ok: false, error: { status: 422 } })
})

test('a try that ends after the delivery was sent again does not decide about it', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const receiver = await startReceiver(
    () => 200,
    async () => {
      if (receiver.received.length === 1) await released
      throw new Error('not accepted')
    },
  )
  const { id } = await client().webhookEndpoints.create({ url: receiver.url, types: ['location.created'] })
  await newLocation('Porch')
  await expect.poll(() => receiver.received.length, soon).toBe(1)
  const find = async () => (await client().webhookEndpoints.deliveries.list({ webhook_endpoint_id: id }))[0]
  await client().webhookDeliveries.redeliver({ webhook_delivery_id: (await find())?.id ?? '' })
  await expect.poll(async () => (await find())?.tries, soon).toBe(1)
  release()
  const jobs = async () => {
    const rows = await service.database.sql`
      select state from pgboss.job where group_id = ${id} and state < 'completed'`
    return rows.map(({ state }) => state)
  }
  await expect.poll(jobs, soon).toEqual(['created'])
  expect(await find()).toMatchObject({ status: 'waiting', tries: 1 })
  expect(receiver.received).toHaveLength(2)
})

test('what was under way to the former URL, and failed there, is sent to the new one at once', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const former = await startReceiver(
    () => 200,
    async () => {
      if (former.received.length > 1) await released
      throw new Error('not accepted')
    },
  )
  const { id } = await client().webhookEndpoints.create({ url: former.url, types: ['location.created'] })
  await newLocation('Pier')
  const triesOf = async () =>
    (await client().webhookEndpoints.deliveries.list({ webhook_endpoint_id: id })).map(({ tries }) => tries)
  await expect.poll(triesOf, soon).toEqual([1])
  // After one more failure, the next try would be ten hours later.
  await service.database.sql`update webhook_deliveries set tries = 5 where endpoint_id = ${id}`
  await hurry()
  await expect.poll(() => former.received.length, soon).toBe(2)
  const next = await startReceiver(() => 200)
  await client().webhookEndpoints.update({ webhook_endpoint_id: id }, { url: next.url })
  release()
  await expect.poll(() => statusesOf(id), soon).toEqual(['delivered'])
  expect(next.received).toHaveLength(1)
})

test('an endpoint to which nothing could be sent is refused', async () => {
  for (const [body, field, message] of [
    [{ url: 'https://10.0.0.5/hook' }, '/url', 'with a public address'],
    [{ url: 'https://[::1]/hook' }, '/url', 'with a public address'],
    [{ url: 'http://93.184.215.14/hook' }, '/url', 'must be an https URL'],
    [{ url: 'https://example.org:99999/hook' }, '/url', 'is not a valid URL'],
    [{ url: 'https://me:secret@example.org/hook' }, '/url', 'without a user or password'],
    [{ url: 'https://example.org/hook', types: ['Asset.*'] }, '/types/0', 'such as asset.moved'],
    [{ url: 'https://example.org/hook', types: [] }, '/types', 'must have at least 1'],
  ] as const) {
    const refusal = await client().webhookEndpoints.create.safe({
      ...body,
      types: [...(body.types ?? ['*'])],
    })
    expect(refusal).toMatchObject({
      ok: false,
      error: {
        status: 422,
        problem: { errors: [{ pointer: field, message: expect.stringContaining(message) }] },
      },
    })
  }
})

test('an endpoint that has failed for five days is disabled, and its creator is informed', async () => {
  const receiver = await startReceiver(() => 410)
  const { id } = await client().webhookEndpoints.create({ url: receiver.url, types: ['location.created'] })
  await newLocation('Loft')
  await expect
    .poll(async () => (await client().webhookEndpoints.get({ webhook_endpoint_id: id })).failing_since, soon)
    .not.toBeNull()
  await service.database.sql`
    update webhook_endpoints set failing_since = now() - interval '121 hours' where id = ${id}`
  const isEnabled = async () => {
    await service.database.sql`update webhook_endpoints set held_until = null where id = ${id}`
    await hurry()
    return (await client().webhookEndpoints.get({ webhook_endpoint_id: id })).enabled
  }
  await expect.poll(isEnabled, soon).toBe(false)
  expect(await statusesOf(id)).toEqual(['failed'])
  const [entry] = await client().auditLog.list({ record_id: [id], operation: ['disableWebhookEndpoint'] })
  expect(entry).toMatchObject({ actor_id: null, changed: ['enabled'] })
})

test('the receiver in the manual is complete, and prints each event once', async () => {
  const manual = await readFile(join(import.meta.dirname, '../../../../docs/integrating.md'), 'utf8')
  const [, script = ''] = /## Webhooks[\s\S]*?```js\n([\s\S]*?)```/.exec(manual) ?? []
  const folder = join(import.meta.dirname, '../../node_modules/.cache/manual')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'receiver.mjs'), script)
  const port = await freePort()
  const { id, secret } = await client().webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/`,
    types: ['location.created'],
  })
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret },
  })
  onTestFinished(() => void child.kill())
  let printed = ''
  child.stdout.on('data', (part) => {
    printed += part
  })
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
          ({ status }) => status,
          () => 0,
        ),
      soon,
    )
    .toBe(400)
  const { id: made, created_at } = await newLocation('Manual')
  await expect.poll(() => statusesOf(id), soon).toEqual(['delivered'])
  const delivery = async () => {
    const [one] = await client().webhookEndpoints.deliveries.list({ webhook_endpoint_id: id })
    return { status: one?.status, version: one?.version ?? 0 }
  }
  const { version } = await delivery()
  await client().webhookEndpoints.replay({ webhook_endpoint_id: id }, { since: created_at })
  // The version increases twice: when the delivery is scheduled again, and when it is delivered.
  await expect
    .poll(async () => {
      const now = await delivery()
      return now.status === 'delivered' && now.version >= version + 2
    }, soon)
    .toBe(true)
  await expect.poll(() => printed).toBe(`location.created ${made}\n`)
})

test('a secret is shown once, other tenants see nothing, and reading is not managing', async () => {
  const { id } = await client().webhookEndpoints.create({
    url: 'https://receiver.example.org/',
    enabled: false,
  })
  expect(await client().webhookEndpoints.get({ webhook_endpoint_id: id })).not.toHaveProperty('secret')
  const stranger = await service.signUp()
  const other = service.as(stranger.token, await createTenant(service, { owners: [stranger] }))
  expect(await other.webhookEndpoints.list({})).toEqual([])
  expect(await other.webhookEndpoints.get.safe({ webhook_endpoint_id: id })).toMatchObject({
    error: { status: 404 },
  })
  await client().webhookEndpoints.delete({ webhook_endpoint_id: id })
  expect(await client().webhookEndpoints.get.safe({ webhook_endpoint_id: id })).toMatchObject({
    error: { status: 404 },
  })
  for (const url of ['ftp://receiver.example.org/', 'https://user:secret@receiver.example.org/', 'receiver'])
    expect(await client().webhookEndpoints.create.safe({ url })).toMatchObject({ error: { status: 422 } })
})

test('an endpoint gets events of its own tenant alone, and no values', async () => {
  const elsewhere = await startReceiver(() => 200)
  await client().webhookEndpoints.create({ url: elsewhere.url })
  tenantId = await createTenant(service, { owners: [owner] })
  const receiver = await startReceiver(() => 200)
  await client().webhookEndpoints.create({
    url: receiver.url,
    types: ['person.*', 'contact.*', 'issue_comment.*'],
  })
  const { id: person_id } = await client().persons.create({ birth_date: '2011-11-11' })
  await client().persons.contacts.create(
    { person_id },
    { type: 'email', value: 'private@example.org', label: 'home' },
  )
  const { id: issue_id } = await client().issues.create({ title: 'Secret' })
  await client().issues.comments.create({ issue_id }, { body: 'Between us', visibility: 'internal' })
  const types = () => receiver.received.map(({ body }) => JSON.parse(body).type).sort()
  await expect.poll(types, soon).toEqual(['contact.created', 'issue_comment.created', 'person.created'])
  const sent = receiver.received.map(({ body }) => body).join('\n')
  for (const value of ['2011-11-11', 'private@example.org', 'Between us', 'Secret'])
    expect(sent).not.toContain(value)
  expect(elsewhere.received.filter(({ body }) => body.includes(tenantId))).toEqual([])
})

test('an endpoint requires types that exist, and may send those that it has', async () => {
  const endpoint = { url: 'https://receiver.example.org/', enabled: false }
  const unknown = (place: number) => ({
    ok: false,
    error: {
      status: 422,
      problem: {
        errors: [{ pointer: `/types/${place}`, message: expect.stringContaining('asset_model.*') }],
      },
    },
  })
  const { webhookEndpoints } = client()
  expect(
    await webhookEndpoints.create.safe({ ...endpoint, types: ['asset.*', 'asset_modle.*'] }),
  ).toMatchObject(unknown(1))
  const { id: webhook_endpoint_id } = await webhookEndpoints.create(endpoint)
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`update webhook_endpoints set types = '{former.*}' where tenant_id = ${tenantId} and id = ${webhook_endpoint_id}`
  })
  const stored = await webhookEndpoints.get({ webhook_endpoint_id })
  const sent = { ...stored, types: [...stored.types, 'asset.*'] }
  expect((await webhookEndpoints.update({ webhook_endpoint_id }, sent)).types).toEqual([
    'former.*',
    'asset.*',
  ])
  const types = ['former.*', 'asset_modle.*']
  expect(await webhookEndpoints.update.safe({ webhook_endpoint_id }, { types })).toMatchObject(unknown(1))
})

test('who may not see the events of the tenant sends them nowhere', async () => {
  const { id: webhook_endpoint_id } = await client().webhookEndpoints.create({
    url: 'https://receiver.example.org/',
    enabled: false,
  })
  const configurer = await service.signUp()
  await grantOnly(service, tenantId, configurer, ['webhooks:read', 'webhooks:write'])
  const { webhookEndpoints } = service.as(configurer.token, tenantId)
  const url = 'https://elsewhere.example.org/'
  const since = new Date(Date.now() - 60_000).toISOString()
  for (const refused of [
    await webhookEndpoints.create.safe({ url }),
    await webhookEndpoints.update.safe({ webhook_endpoint_id }, { url }),
    await webhookEndpoints.update.safe({ webhook_endpoint_id }, { types: ['*'] }),
    await webhookEndpoints.update.safe({ webhook_endpoint_id }, { enabled: true }),
    await webhookEndpoints.replay.safe({ webhook_endpoint_id }, { since }),
  ])
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'permission_denied', problem: { required_permission: 'audit:read' } },
    })
  const changed = await webhookEndpoints.update({ webhook_endpoint_id }, { description: 'Of the library' })
  expect(changed.description).toBe('Of the library')
})

test('a tenant has at most ten endpoints, also when they are created at once', async () => {
  const endpoint = { url: 'https://receiver.example.org/', enabled: false }
  const made = await Promise.all(
    Array.from({ length: 13 }, () => client().webhookEndpoints.create.safe(endpoint)),
  )
  expect(made.filter(({ ok }) => ok)).toHaveLength(10)
  expect(made.find(({ ok }) => !ok)).toMatchObject({
    error: {
      status: 409,
      code: 'quota_exceeded',
      problem: {
        quota: 'webhook_endpoints',
        limit: 10,
        detail: expect.stringContaining('has reached its limit of 10 webhook endpoints. Delete some'),
      },
    },
  })
  const stranger = await createTenant(service, { owners: [owner] })
  expect(await service.as(owner.token, stranger).webhookEndpoints.create.safe(endpoint)).toMatchObject({
    ok: true,
  })
  const [first] = await client().webhookEndpoints.list({})
  await client().webhookEndpoints.delete({ webhook_endpoint_id: first?.id ?? '' })
  expect(await client().webhookEndpoints.create.safe(endpoint)).toMatchObject({ ok: true })
})

test('tenants whose receivers answer late delay neither others nor their own good receiver', async () => {
  const slow = await startReceiver(() => null)
  const good = await startReceiver(() => 200)
  const startTenant = async (receivers: readonly Receiver[]) => {
    tenantId = await createTenant(service, { owners: [owner] })
    const types = ['location.created']
    for (const { url } of receivers) await client().webhookEndpoints.create({ url, types })
  }
  // More deliveries than the tenant's slots.
  for (const ours of [[good], []]) {
    await startTenant([...Array.from({ length: 9 }, () => slow), ...ours])
    for (let n = 0; n < 5; n += 1) await newLocation(`Yard ${n}`)
  }
  await expect.poll(() => slow.received.length, soon).toBeGreaterThanOrEqual(32)
  await expect.poll(() => good.received.length, { interval: 100 }).toBe(5)
  await startTenant([good])
  await newLocation('Garden')
  await expect.poll(() => good.received.length, { interval: 100 }).toBe(6)
})
