import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, send, tally } from '../security/send.ts'
import { PASSWORD } from '../service.ts'
import { atOnce, type Instances, startTwo } from './instances.ts'

let instances: Instances

beforeAll(async () => {
  instances = await startTwo({ TRUST_PROXY: '1' })
  for (const name of ['ada', 'grace'])
    await instances.first.anonymous.me.signUp({
      email: `${name}@example.org`,
      password: PASSWORD,
      username: name,
    })
})
afterAll(() => instances.stop())
afterEach(() => instances.first.database.sql`delete from attempts`)

const from = (source: string) => ({ headers: { 'x-forwarded-for': source } })
const byForm = (username: string, password: string, source = '192.0.2.1', n = 0) =>
  send(instances.address(n), 'POST /me/signin', { form: { username, password }, ...from(source) })
const byJson = (email: string, password: string, source = '192.0.2.1', n = 0) =>
  send(instances.address(n), 'POST /auth/token', { json: { email, password }, ...from(source) })
/** Ends all waits. */
const waitOver = () => instances.first.database.sql`update attempts set blocked_until = now()`
/** Sends five wrong passwords, which uses up the free tries. */
const useFreeTries = async (name: string, source = '192.0.2.1') => {
  for (let n = 0; n < 5; n += 1) expect((await byForm(name, 'wrong password', source)).status).toBe(401)
}
/** Uses up the free tries, and sets the first wait to 60 seconds, long enough for a slow machine. */
const useUp = async (name: string, source = '192.0.2.1') => {
  await useFreeTries(name, source)
  await instances.first.database
    .sql`update attempts set blocked_until = now() + interval '60 seconds' where count >= 5`
}
const tries = async () => [
  ...(await instances.first.database
    .sql`select count, blocked_until, round(extract(epoch from blocked_until - updated_at))::int as wait from attempts`),
]
const retryAfter = (reply: Reply) => Number(reply.headers.get('retry-after'))

describe.each([
  ['an account', 'ada@example.org', 'ada'],
  ['an unknown name', 'nobody@example.org', 'nobody@example.org'],
])('guessing at %s', (_, email, username) => {
  test('200 guesses at once from 20 sources over two instances and both paths: at most ten are evaluated', async () => {
    const replies = await atOnce(200, (n) =>
      n % 4 < 2
        ? byJson(email, `guess ${n}`, `198.51.100.${n % 20}`, n)
        : byForm(n % 8 < 4 ? username : email, `guess ${n}`, `198.51.100.${n % 20}`, n),
    )
    const counts = tally(replies.map(({ status }) => status))
    expect(counts[401]).toBeGreaterThanOrEqual(5)
    expect(counts[401]).toBeLessThanOrEqual(10)
    // All requests that were not evaluated (401) got 429, or 503 when a busy machine had no connection in time.
    expect((counts[429] ?? 0) + (counts[503] ?? 0)).toBe(200 - (counts[401] ?? 0))
    expect(counts[429]).toBeGreaterThan(0)
    for (const reply of replies.filter(({ status }) => status === 429)) {
      expect(reply.json).toMatchObject({ code: 'rate_limited', retry_after: retryAfter(reply) })
      expect(retryAfter(reply)).toBeGreaterThanOrEqual(1)
    }
  })

  test('waits grow, so that ten tries take fifteen minutes', async () => {
    await useFreeTries(username)
    const waits = [(await tries())[0]?.wait]
    for (let n = 0; n < 6; n += 1) {
      await waitOver()
      expect((await byForm(username, 'wrong password', `203.0.113.${n}`)).status).toBe(401)
      waits.push((await tries())[0]?.wait)
    }
    expect(waits).toEqual([1, 4, 16, 64, 256, 900, 900])
  })

  test('guesses during a wait are refused with its length, and do not lengthen it', async () => {
    await useUp(username)
    const before = await tries()
    for (const reply of await atOnce(20, (n) => byForm(username, 'wrong password', '192.0.2.7', n))) {
      expect(reply.status).toBe(429)
      expect(retryAfter(reply)).toBeGreaterThan(20)
      expect(retryAfter(reply)).toBeLessThanOrEqual(60)
    }
    expect(await tries()).toEqual(before)
  })

  test('a hundred failures in a row close it, whatever the time', async () => {
    await useFreeTries(username)
    await instances.first.database.sql`update attempts set count = 99, blocked_until = now()`
    expect((await byForm(username, 'wrong password')).status).toBe(401)
    await waitOver()
    const refused = await byForm(username, PASSWORD)
    expect(refused.status).toBe(429)
    expect(retryAfter(refused)).toBe(900)
  })
})

test('address and username are one account', async () => {
  for (let n = 0; n < 3; n += 1) expect((await byForm('grace', 'wrong password')).status).toBe(401)
  for (let n = 0; n < 2; n += 1)
    expect((await byJson('GRACE@example.org', 'wrong password')).status).toBe(401)
  expect((await tries()).map(({ count }) => count)).toEqual([5])
})

test('the right password does not help while others wait', async () => {
  await useUp('ada')
  const refused = await byJson('ada@example.org', PASSWORD, '192.0.2.99', 1)
  expect(refused.status).toBe(429)
  expect(retryAfter(refused)).toBeGreaterThanOrEqual(1)
})

test('a source that signed in before has a budget of its own', async () => {
  expect((await byForm('ada', PASSWORD, '192.0.2.50')).status).toBe(200)
  await useUp('ada', '198.51.100.1')
  expect((await byForm('ada', PASSWORD, '198.51.100.1')).status).toBe(429)
  for (let n = 0; n < 8; n += 1) expect((await byForm('ada', PASSWORD, '192.0.2.50', n)).status).toBe(200)
  await useUp('ada', '192.0.2.50')
  expect((await byForm('ada', PASSWORD, '192.0.2.50')).status).toBe(429)
})

test('a source is forgotten after thirty days', async () => {
  expect((await byForm('ada', PASSWORD, '192.0.2.60')).status).toBe(200)
  await instances.first.database.sql`update known_sources set last_sign_in_at = now() - interval '30 days'`
  await useUp('ada', '198.51.100.1')
  expect((await byForm('ada', PASSWORD, '192.0.2.60')).status).toBe(429)
})

test('a success resets the count', async () => {
  for (let n = 0; n < 4; n += 1) await byForm('grace', 'wrong password', '192.0.2.70')
  expect((await byForm('grace', PASSWORD, '192.0.2.70')).status).toBe(200)
  await useFreeTries('grace', '192.0.2.70')
})

test('guessing at one account leaves the others alone', async () => {
  await useUp('ada', '198.51.100.2')
  expect((await byForm('ada', PASSWORD, '198.51.100.2')).status).toBe(429)
  expect((await byForm('grace', PASSWORD, '198.51.100.2')).status).toBe(200)
})

test('nobody can read from the table who tried to sign in', async () => {
  await byForm('somebody@example.org', 'wrong password', '192.0.2.80')
  const rows = await instances.first.database.sql`select key from attempts`
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
})
