import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BulkWorld, refusalOf, startBulkWorld } from './bulk-world.ts'

let world: BulkWorld

beforeAll(async () => {
  world = await startBulkWorld()
  // The insert of an asset with a serial number of this table fails as if the database were unavailable, or runs `then_run`.
  await world.service.database.sql.unsafe(`
    create table unavailable (serial_number text not null, then_run text not null);
    create function fail_unavailable() returns trigger language plpgsql security definer set search_path = public as $$
    declare
      found record;
    begin
      select * into found from unavailable u where u.serial_number = new.serial_number;
      if found.then_run = '' then
        raise exception 'the database is shutting down' using errcode = '57P01';
      elsif found.then_run is not null then
        execute found.then_run;
      end if;
      return new;
    end $$;
    create trigger fail_unavailable before insert on assets for each row execute function fail_unavailable()`)
})
afterEach(() => world.service.database.sql`truncate unavailable`)
afterAll(() => world.service.stop())

const failAt = (serial: string, thenRun = '') =>
  world.service.database.sql`insert into unavailable values (${serial}, ${thenRun})`
const recover = () => world.service.database.sql`truncate unavailable`

/** Items that create assets whose serial numbers begin with the key's name. */
const creates = (key: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ op: 'create' as const, body: world.asset(`${key}-${at}`) }))

const send = (idempotencyKey: string, items: ReturnType<typeof creates>) =>
  world.client.assets.bulk({ mode: 'each', items }, { idempotencyKey, timeoutMs: 60_000 })

test('a request that nothing was done for can be sent again with its key', async () => {
  const items = creates('first', 3)
  const before = await world.rows()
  await failAt('first-1')
  expect((await refusalOf(send('first', items))).status).toBe(503)
  expect(await world.rows()).toEqual(before)
  await recover()
  expect(await send('first', items)).toMatchObject({ succeeded: 3, failed: 0 })
  expect((await world.rows()).assets).toBe(before.assets + 3)
})

test('after an unavailable database the same key continues with the items that are not done', async () => {
  const items = creates('second', 60)
  const before = await world.rows()
  await failAt('second-55')
  const first = await send('second', items)
  expect(first).toMatchObject({ succeeded: 50, failed: 10 })
  expect(new Set(first.results.slice(50).map(({ problem }) => problem?.code))).toEqual(
    new Set(['unavailable']),
  )
  await recover()
  const second = await send('second', items)
  expect(second).toMatchObject({ succeeded: 60, failed: 0 })
  expect(second.results.slice(0, 50)).toEqual(first.results.slice(0, 50))
  expect(await world.rows()).toEqual({ assets: before.assets + 60, audited: before.audited + 60 })
  expect(await send('second', items)).toEqual(second)
  expect((await world.rows()).assets).toBe(before.assets + 60)
})

test('the key of a process that was killed is taken over, but not before its time', async () => {
  const { sql } = world.service.database
  const items = creates('third', 60)
  const before = await world.rows()
  await failAt('third-55')
  const first = await send('third', items)
  await recover()
  // The state in which a killed process leaves the key.
  await sql`update idempotency_keys set headers = '{"owner": "killed"}' where key = 'third'`
  expect((await refusalOf(send('third', items))).problem.code).toBe('idempotency_in_progress')
  await sql`update idempotency_keys set created_at = created_at - interval '2 minutes' where key = 'third'`
  const second = await send('third', items)
  expect(second).toMatchObject({ succeeded: 60, failed: 0 })
  expect(second.results.slice(0, 50)).toEqual(first.results.slice(0, 50))
  expect((await world.rows()).assets).toBe(before.assets + 60)
})

test('a request whose key was taken over changes nothing more', async () => {
  const items = creates('fourth', 120)
  const before = await world.rows()
  await failAt(
    'fourth-7',
    `update idempotency_keys set headers = '{"owner": "another"}' where key = 'fourth'`,
  )
  expect((await refusalOf(send('fourth', items))).problem.code).toBe('idempotency_in_progress')
  expect((await world.rows()).assets).toBe(before.assets + 50)
})
