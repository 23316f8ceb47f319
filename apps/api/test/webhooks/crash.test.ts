import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../database.ts'
import { startProcess } from '../process/child.ts'
import { gateTo } from '../process/gate.ts'
import { startService } from '../service.ts'
import { createTenant } from '../world.ts'
import { startReceiver } from './receiver.ts'

const KILLS = 1
const RECORDS = 40

test('workers are killed while they make deliveries and send: each event arrives, and has one delivery', async () => {
  const database = await createDatabase()
  const service = await startService({ ROLE: 'api', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }, database)
  onTestFinished(async () => {
    await service.stop()
    await database.drop()
  })
  const gate = await gateTo({ ...inject('cluster').owner, database: database.owner.database ?? '' })
  await gate.open()
  const owner = await service.signUp()
  const client = service.as(owner.token, await createTenant(service, { owners: [owner] }))
  const receiver = await startReceiver(() => 200)
  const { id } = await client.webhookEndpoints.create({ url: receiver.url, types: ['group.created'] })
  const settings = {
    ROLE: 'worker',
    DATABASE_URL: gate.url,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
    SIGN_UP: 'open',
  }
  const made: string[] = []
  const make = async () => {
    for (let n = 0; n < RECORDS / (KILLS + 1); n += 1)
      made.push((await client.groups.create({ name: `Group ${made.length}` })).id)
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const worker = startProcess(settings)
    await worker.ready
    const making = make()
    const before = receiver.received.length
    for (let tries = 0; tries < 600 && receiver.received.length === before; tries += 1) await wait(10)
    await wait(Math.random() * 100)
    worker.process.kill('SIGKILL')
    await worker.exit
    await making
    // Skips the half minute after which a job counts as lost.
    await database.sql`update pgboss.job set started_on = started_on - interval '1 minute' where state = 'active'`
  }
  await make()
  await startProcess(settings).ready
  const arrived = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.record_id))
  await expect.poll(() => arrived().size, { interval: 250 }).toBe(RECORDS)
  expect(arrived()).toEqual(new Set(made))
  const rows = []
  for await (const row of client.webhookEndpoints.deliveries.list.all({ webhook_endpoint_id: id }))
    rows.push(row.event_id)
  expect([rows.length, new Set(rows).size]).toEqual([RECORDS, RECORDS])
})
