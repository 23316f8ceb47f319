import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { type BulkWorld, startBulkWorld } from './bulk-world.ts'

/** A whole bulk request may take 4 seconds in place of 65: with the trigger below, that is enough for one slice and a half. */
vi.mock('../../src/base/deadline.ts', async (original) => ({
  ...(await original<typeof import('../../src/base/deadline.ts')>()),
  BULK_REQUEST_DEADLINE: 4_000,
}))

const ITEMS = 150
const SLICE = 50

let world: BulkWorld
beforeAll(async () => {
  world = await startBulkWorld()
})
afterAll(() => world.service.stop())

test('a bulk request ends at its limit, stores its results, and is completed by its repetition', async () => {
  const { sql } = world.service.database
  await sql`create function be_slow() returns trigger language plpgsql security definer as $$ begin perform pg_sleep(0.05); return new; end $$`
  await sql`create trigger be_slow before insert on assets for each row execute function be_slow()`
  const items = Array.from({ length: ITEMS }, () => ({ op: 'create' as const, body: world.asset() }))
  const idempotencyKey = newId()
  const send = () => world.client.assets.bulk({ mode: 'each', items }, { idempotencyKey })

  const { results } = await send()
  expect(results.map(({ index }) => index)).toEqual(items.map((_, index) => index))
  const statuses = results.map(({ status }) => status)
  expect(statuses.slice(0, SLICE)).toEqual(Array(SLICE).fill(201))
  expect(statuses.slice(-SLICE)).toEqual(Array(SLICE).fill(503))
  const done = statuses.filter((status) => status === 201).length
  expect(await world.rows()).toEqual({ assets: done, audited: done })

  await sql`drop function be_slow cascade`
  const repeated = await send()
  expect(repeated.results.map(({ status }) => status)).toEqual(Array(ITEMS).fill(201))
  expect(await world.rows()).toEqual({ assets: ITEMS, audited: ITEMS })
})
