import { DrizzleQueryError, sql } from 'drizzle-orm'
import pino, { type Logger } from 'pino'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { isUnavailable } from '../../src/db/database-errors.ts'
import { sqlStatement } from '../../src/db/statement.ts'
import { transact } from '../../src/http/service.ts'
import { atOnce } from '../auth/instances.ts'
import { createDatabase } from '../database.ts'
import { type Reply, send, tally } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { LONGEST } from './longest.ts'

interface Started {
  readonly service: TestService
  readonly ada: TestUser
  readonly path: string
}

async function started(settings: Record<string, string> = {}, log?: Logger): Promise<Started> {
  const service = await startService(settings, undefined, log && { log })
  onTestFinished(() => service.stop())
  const ada = await service.signUp()
  const model = await ada.client.assetModels.create({ name: 'Cable', tracking_type: 'countable' })
  const asset = await ada.client.assets.create({ model_id: model.id, name: 'Cables' })
  return { service, ada, path: `/assets/${asset.id}` }
}

const patch = ({ service, ada, path }: Started, name: string) =>
  send(service.address, `PATCH ${path}`, { token: ada.token, json: { name } })
const get = ({ service, ada, path }: Started) => send(service.address, `GET ${path}`, { token: ada.token })
const terminate = ({ service }: Started) =>
  service.database
    .sql`select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
const longest = (replies: readonly Reply[]) => Math.max(...replies.map(({ ms }) => ms))

function expectUnavailable(reply: Reply): void {
  expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}

test('a locked row is no hang: 503 within the deadline, and then the change goes through', async () => {
  const world = await started()
  await world.service.database.sql.begin(async (tx) => {
    await tx`lock table assets in row exclusive mode`
    await tx`alter table assets no force row level security`
    const replies = await atOnce(5, (n) => patch(world, `Locked ${n}`))
    for (const reply of replies) expectUnavailable(reply)
    expect(longest(replies)).toBeLessThan(LONGEST)
  })
  expect((await patch(world, 'Free')).status).toBe(200)
  expect((await get(world)).json).toMatchObject({ name: 'Free', version: 2 })
})

test('while all connections wait, others get 503 within the deadline', async () => {
  const world = await started({ DATABASE_SLOTS: '2' })
  await world.service.database.sql.begin(async (tx) => {
    await tx`lock table assets in access exclusive mode`
    const replies = await atOnce(
      30,
      (n) =>
        new Promise<Reply>((resolve, reject) =>
          setTimeout(() => patch(world, `Waiting ${n}`).then(resolve, reject), n * 100),
        ),
    )
    for (const reply of replies) expectUnavailable(reply)
    expect(longest(replies)).toBeLessThan(LONGEST)
  })
  expect((await patch(world, 'Free')).status).toBe(200)
})

test('all backends ended under load: only 503, soon over, and nothing acknowledged is lost', async () => {
  const world = await started()
  const replies: { reply: Reply; name?: string }[] = []
  let over = false
  const callers = atOnce(8, async (n) => {
    for (let count = 0; !over; count += 1) {
      const name = `Caller ${n} number ${count}`
      if (n % 2 === 0) replies.push({ reply: await get(world) })
      else
        replies.push({
          name,
          reply: await send(world.service.address, 'POST /asset-models', {
            token: world.ada.token,
            json: { name, tracking_type: 'countable' },
          }),
        })
    }
  })
  let ended = 0
  for (let round = 0; round < 3; round += 1) {
    const before = replies.length
    await expect.poll(() => replies.length - before).toBeGreaterThan(60)
    await terminate(world)
    ended = replies.length
  }
  // So many answers that each caller has received several.
  const latest = () => replies.slice(ended).slice(-40)
  await expect
    .poll(() => latest().length === 40 && latest().every(({ reply }) => reply.status !== 503))
    .toBe(true)
  over = true
  await callers

  expect(
    Object.keys(tally(replies.map(({ reply }) => reply.status))).filter(
      (status) => !['200', '201', '503'].includes(status),
    ),
  ).toEqual([])
  expect(longest(replies.map(({ reply }) => reply))).toBeLessThan(LONGEST)
  const found = new Set<string>()
  for await (const { name } of world.ada.client.assetModels.list.all({ limit: 500 })) found.add(name)
  const acknowledged = replies.filter(({ reply }) => reply.status === 201).map(({ name }) => name ?? '')
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledged.filter((name) => !found.has(name))).toEqual([])
})

test('after idle connections were ended the next request is served', async () => {
  const world = await started({ DATABASE_SLOTS: '3' })
  for (let round = 0; round < 5; round += 1) {
    await terminate(world)
    await expect.poll(async () => (await patch(world, `Round ${round}`)).status, { interval: 20 }).toBe(200)
    await expect.poll(async () => (await get(world)).status, { interval: 20 }).toBe(200)
  }
})

test('a sign-in while the database is gone is 503, never 401', async () => {
  const world = await started({ DATABASE_SLOTS: '2' })
  const signIn = () =>
    send(world.service.address, 'POST /auth/token', {
      json: { email: world.ada.email, password: 'a password for tests' },
    })
  await world.service.database.sql.begin(async (tx) => {
    await tx`lock table users, sessions in access exclusive mode`
    const replies = [
      await signIn(),
      await get(world),
      await send(world.service.address, 'POST /auth/refresh', {
        json: { refresh_token: world.ada.refreshToken },
      }),
    ]
    for (const reply of replies) expectUnavailable(reply)
  })
  expect((await signIn()).status).toBe(200)
})

test('a deadlock is tried again, not reported', async () => {
  const world = await started()
  const { database } = world.service
  await database.sql`create sequence failures`
  // Fails twice with PostgreSQL's code of a deadlock, then accepts the insert.
  await database.sql`create function fail_twice() returns trigger language plpgsql security definer as $$ begin if nextval('failures') <= 2 then raise exception 'x' using errcode = '40P01'; end if; return new; end $$`
  await database.sql`create trigger fail_twice before insert on asset_models for each row execute function fail_twice()`
  const created = await send(world.service.address, 'POST /asset-models', {
    token: world.ada.token,
    json: { name: 'Third time', tracking_type: 'countable' },
  })
  expect(created.status).toBe(201)
  const [row] = await database.sql`select last_value::int from failures`
  expect(row?.last_value).toBe(3)
  expect(await world.ada.client.assetModels.list({ name: ['Third time'] })).toHaveLength(1)
})

test('a lost connection is distinguished from an error of ours, also where Drizzle wrapped it', () => {
  const lost = Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })
  expect(isUnavailable(new DrizzleQueryError('select 1', [], lost))).toBe(true)
  expect(isUnavailable(new DrizzleQueryError('select 1', [], new Error('nonsense')))).toBe(false)
  expect(isUnavailable(new Error('nonsense'))).toBe(false)
})

test('errors of the driver of jobs are recognized by the code of PostgreSQL, or by their message', () => {
  const coded = (code: string) => Object.assign(new Error('failed'), { code })
  for (const code of ['53300', '57P03', '57014', '55P03', '28P01'])
    expect(isUnavailable(coded(code))).toBe(true)
  for (const code of ['42501', '23505', 'ERR_ASSERTION']) expect(isUnavailable(coded(code))).toBe(false)
  for (const message of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])
    expect(isUnavailable(new Error(message))).toBe(true)
})

/** A line of the log. */
interface Line {
  readonly code?: string
  readonly reason?: string
}

test('a full disk is 503, and one line of the log reports it', async () => {
  const lines: Line[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const world = await started({}, log)
  const { database } = world.service
  await database.sql`create function fill_up() returns trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`
  await database.sql`create trigger fill_up before update on assets for each row execute function fill_up()`
  for (let n = 0; n < 5; n += 1) expectUnavailable(await patch(world, `Full ${n}`))
  expect(lines.filter(({ code }) => code === '53100')).toEqual([
    expect.objectContaining({
      module: 'database',
      reason: 'could not extend file: No space left on device',
      msg: 'the database is unavailable',
    }),
  ])
})

test('a connection that PostgreSQL ends for a failure of its own is unavailable, an internal error is not', () => {
  const failure = (severity: string) =>
    Object.assign(new postgres.PostgresError('could not write init file'), { code: 'XX000', severity })
  expect(isUnavailable(failure('FATAL'))).toBe(true)
  expect(isUnavailable(failure('ERROR'))).toBe(false)
})

test('what fails in its last statement leaves nothing', async () => {
  const world = await started()
  const { database } = world.service
  await database.sql`alter table idempotency_keys add constraint refuse_all check (key <> 'doomed')`
  const reply = await send(world.service.address, 'POST /asset-models', {
    token: world.ada.token,
    json: { name: 'Doomed', tracking_type: 'countable' },
    headers: { 'idempotency-key': 'doomed' },
  })
  expect(reply.status).toBe(500)
  expect(await world.ada.client.assetModels.list({ name: ['Doomed'] })).toEqual([])
})

test('what PostgreSQL rolls back at COMMIT is not acknowledged', async () => {
  const world = await started()
  const { service, ada, path } = world
  // Audit entries are sent after the change and not awaited: only COMMIT reports that one has failed.
  await service.database
    .sql`alter table audit_log add constraint refuse_all check (action not in ('updated', 'moved')) not valid`
  for (const [request, json] of [
    [`PATCH ${path}`, { name: 'Never' }],
    [`POST ${path}/mark-lost`, {}],
  ] as const) {
    const reply = await send(service.address, request, { token: ada.token, json })
    expect([request, reply.status]).toEqual([request, 500])
  }
  expect((await get(world)).json).toMatchObject({ name: 'Cables', version: 1 })
  await service.database.sql`alter table audit_log drop constraint refuse_all`
  expect((await patch(world, 'Now')).status).toBe(200)
})

test('a transaction in which a statement failed does not commit, whoever waited for the statement', async () => {
  const database = await createDatabase()
  const slots = new ConnectionPool(database.runtime, 1)
  onTestFinished(async () => {
    await slots.close()
    await database.drop()
  })
  const failing = sqlStatement<unknown>(sql`select 1 / (select 0)`, false)
  const inserting = sqlStatement<unknown>(
    sql`insert into attempts (key, count, blocked_until) values ('kept', 1, now())`,
    false,
  )
  const work = transact(slots, async (tx) => {
    void tx.run(inserting)
    void tx.run(failing).catch(() => {})
    return 'acknowledged'
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect([...(await database.sql`select key from attempts`)]).toEqual([])
})
