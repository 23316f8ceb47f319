import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CONNECTION_DEADLINE } from '../../src/base/deadline.ts'
import { atOnce } from '../auth/instances.ts'
import { send, tally } from '../security/send.ts'
import { type Gate, migratedDatabase } from './gate.ts'
import { startInProcess } from './in-process.ts'

const PASSWORD = 'a password for tests'

/** A service behind a gate, with the users ada and grace. No attempt is counted yet. */
async function started() {
  const gate = await migratedDatabase()
  await gate.open()
  const address = await startInProcess(gate.url, { SIGN_IN_RATE: '0' })
  const call = (request: string, name: string, password = PASSWORD) =>
    send(address, request, { json: { email: `${name}@example.org`, password } })
  for (const name of ['ada', 'grace']) await call('POST /me/signup', name)
  await gate.sql`delete from attempts`
  return { gate, signIn: (name: string, password?: string) => call('POST /auth/token', name, password) }
}

/** The counts of all accounts that have any, sorted. */
const failures = async ({ sql }: Gate) => {
  const rows = await sql`select count from attempts where count > 0 order by count`
  return rows.map(({ count }) => count)
}

/** Makes a change fail as if the database server ended. */
const breakAt = ({ sql }: Gate, moment: string) =>
  sql.unsafe(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'ending' using errcode = '57P01'; end $$;
    create ${moment} for each row execute function fail()`)
const mend = ({ sql }: Gate) => sql.unsafe('drop function fail() cascade')

test('the right password does not count while the database fails, and a wrong one does', async () => {
  const { gate, signIn } = await started()
  await breakAt(gate, 'trigger broken before insert on audit_log')
  for (let n = 0; n < 5; n += 1) expect((await signIn('ada', 'wrong password')).status).toBe(503)
  for (let n = 0; n < 7; n += 1) {
    expect((await signIn('grace')).status).toBe(503)
    await expect.poll(() => failures(gate)).toEqual([5])
  }
  await mend(gate)
  expect((await signIn('grace')).status).toBe(200)
  expect(await failures(gate)).toEqual([5])
})

test('it is undone when the database has been away', async () => {
  const { gate, signIn } = await started()
  const answer = await gate.sql.begin(async (tx) => {
    await tx`lock table sessions in exclusive mode`
    const waiting = signIn('ada')
    await expect.poll(() => failures(gate)).toEqual([1])
    await gate.shut()
    return waiting
  })
  expect(answer.status).toBe(503)
  expect(await failures(gate)).toEqual([1])
  await gate.open()
  await expect.poll(() => failures(gate)).toEqual([])
})

test('nobody must wait for counts that are still to be undone', async () => {
  const { gate, signIn } = await started()
  await breakAt(gate, 'trigger broken before insert on sessions')
  await gate.sql`
    create trigger kept before update on attempts for each row when (new.count < old.count) execute function fail()`
  // Five attempts may follow each other without a wait.
  for (let n = 0; n < 7; n += 1) expect((await signIn('grace')).status).toBe(503)
  expect(await failures(gate)).toEqual([5])
  await mend(gate)
  await expect.poll(() => failures(gate)).toEqual([])
  expect((await signIn('grace')).status).toBe(200)
})

test('a count whose COMMIT is lost is undone once, and one that was rolled back is not', async () => {
  const { gate, signIn } = await started()
  for (let n = 0; n < 3; n += 1) expect((await signIn('ada', 'wrong password')).status).toBe(401)
  await breakAt(gate, 'constraint trigger broken after update on attempts deferrable initially deferred')
  expect((await signIn('ada', 'wrong password')).status).toBe(503)
  await mend(gate)
  // Longer than the pause between two tries to subtract a counted attempt.
  await wait(1_500)
  expect(await failures(gate)).toEqual([3])
  await gate.sql.unsafe(`
    create function pause() returns trigger language plpgsql as $$ begin perform pg_sleep(6); return null; end $$;
    create constraint trigger slow after update on attempts deferrable initially deferred for each row execute function pause()`)
  const waiting = signIn('ada')
  await expect.poll(() => pausing(gate), { interval: 10 }).toBe(1)
  gate.swallow()
  await expect.poll(() => failures(gate)).toEqual([4])
  expect((await waiting).status).toBe(503)
  await gate.sql.unsafe('drop function pause() cascade')
  await gate.shut()
  await gate.open()
  await expect.poll(() => failures(gate)).toEqual([3])
})

test('a sign-in that finds the queue of passwords full is rejected before anything is counted', async () => {
  const { gate, signIn } = await started()
  const clients = 150
  const replies = await atOnce(clients, async (n) => {
    const began = performance.now()
    const { status } = await signIn(`nobody${n}`)
    const milliseconds = performance.now() - began
    return { status, milliseconds, isLate: milliseconds >= CONNECTION_DEADLINE }
  })
  const statuses = tally(replies.map(({ status }) => status))
  expect(Object.keys(statuses)).toEqual(['401', '503'])
  const rejected = replies.filter(({ status }) => status === 503)
  // Half a second, less the time by which a timer may fire early.
  expect(rejected.filter(({ milliseconds }) => milliseconds < 490)).toEqual([])
  const compared = Number(statuses[401])
  // On a busy machine, some sign-ins enter the queue but exceed their deadline later: their passwords are compared nevertheless.
  const late = rejected.filter(({ isLate }) => isLate).length
  await expect.poll(async () => (await failures(gate)).length).toBeLessThanOrEqual(compared + late)
  const counts = await failures(gate)
  expect(counts.length).toBeGreaterThanOrEqual(compared)
  expect(counts.every((count) => count === 1)).toBe(true)
  // An attempt that was subtracted would leave its row, so the rejected sign-ins counted nothing.
  const [row] = await gate.sql`select count(*)::int as counted from attempts`
  expect(row?.counted).toBeLessThan(clients)
})

const pausing = async ({ sql }: Gate) => {
  const [row] = await sql`
    select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and wait_event = 'PgSleep'`
  return row?.sessions
}
