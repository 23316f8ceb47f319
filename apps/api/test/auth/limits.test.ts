import { expect, onTestFinished, test } from 'vitest'
import { type Reply, send, tally } from '../security/send.ts'
import { PASSWORD } from '../service.ts'
import { atOnce, type Instances, startTwo } from './instances.ts'

async function started(settings: Record<string, string>): Promise<Instances> {
  const instances = await startTwo(settings)
  onTestFinished(() => instances.stop())
  return instances
}

const from = (source: string) => ({ headers: { 'x-forwarded-for': source } })
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))
const signIn = (
  instances: Instances,
  n: number,
  source: string,
  email = `nobody${n}@example.org`,
  password = 'wrong password',
) => send(instances.address(n), 'POST /auth/token', { json: { email, password }, ...from(source) })
const signUp = (instances: Instances, n: number, source: string) =>
  send(instances.address(n), n % 4 < 2 ? 'POST /users' : 'POST /me/signup', {
    json: { email: `new${n}.${source}@example.org`, password: PASSWORD },
    ...from(source),
  })

test('a source has so many sign-ins evaluated, on all instances together', async () => {
  const instances = await started({ TRUST_PROXY: '1', SIGN_IN_RATE: '6' })
  const replies = await atOnce(24, (n) => signIn(instances, n, '192.0.2.1'))
  expect(statuses(replies)).toEqual({ 401: 6, 429: 18 })
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.json).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(200)
  expect((await signIn(instances, 1, '192.0.2.2')).status).toBe(401)
})

test('good sign-ins do not use up the budget of a source', async () => {
  const instances = await started({ TRUST_PROXY: '1', SIGN_IN_RATE: '3' })
  await instances.first.anonymous.me.signUp({ email: 'ada@example.org', password: PASSWORD })
  for (let n = 0; n < 10; n += 1)
    expect((await signIn(instances, n, '192.0.2.1', 'ada@example.org', PASSWORD)).status).toBe(200)
})

test('a refused source does not use up the tries of an account', async () => {
  const instances = await started({ TRUST_PROXY: '1', SIGN_IN_RATE: '2' })
  await instances.first.anonymous.me.signUp({ email: 'ada@example.org', password: PASSWORD })
  const guess = (n: number, source: string) => signIn(instances, n, source, 'ada@example.org')
  expect(statuses(await atOnce(20, (n) => guess(n, '192.0.2.1')))).toEqual({ 401: 2, 429: 18 })
  expect((await signIn(instances, 0, '192.0.2.9', 'ada@example.org', PASSWORD)).status).toBe(200)
})

test('a source may sign up so often, on all instances and by both paths together', async () => {
  const instances = await started({ TRUST_PROXY: '1', SIGN_UP_RATE: '5' })
  expect(statuses(await atOnce(20, (n) => signUp(instances, n, '192.0.2.1')))).toEqual({ 201: 5, 429: 15 })
  expect((await signUp(instances, 0, '192.0.2.2')).status).toBe(201)
  const [row] = await instances.first.database.sql`select count(*)::int as users from users`
  expect(row?.users).toBe(6)
})

test('the three hundred and first sign-up in a minute is refused unless set otherwise', async () => {
  const instances = await started({ SIGN_UP_RATE: '' })
  const replies = [await signUp(instances, 0, '192.0.2.1')]
  await instances.first.database.sql`update attempts set count = 299`
  for (let n = 1; n < 3; n += 1) replies.push(await signUp(instances, n, '192.0.2.1'))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 429])
})

test('X-Forwarded-For is not believed by default', async () => {
  const instances = await started({ SIGN_IN_RATE: '4', SIGN_UP_RATE: '4' })
  expect(statuses(await atOnce(12, (n) => signIn(instances, n, `192.0.2.${n}`)))).toEqual({ 401: 4, 429: 8 })
  expect(statuses(await atOnce(12, (n) => signUp(instances, n, `192.0.2.${n}`)))).toEqual({ 201: 4, 429: 8 })
})

test('what the client adds in front of the proxy is not believed either', async () => {
  const instances = await started({ TRUST_PROXY: '1', SIGN_IN_RATE: '4' })
  const replies = await atOnce(12, (n) => signIn(instances, n, `203.0.113.${n}, 192.0.2.1`))
  expect(statuses(replies)).toEqual({ 401: 4, 429: 8 })
})

test('the requests of a session per minute are limited', async () => {
  const instances = await started({ RATE_LIMIT: '3' })
  const ada = await instances.second.signUp()
  const replies: Reply[] = []
  for (let n = 0; n < 5; n += 1)
    replies.push(await send(instances.first.address, 'GET /me', { token: ada.token }))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
  expect(replies[0]?.headers.get('ratelimit-policy')).toBe('"session";q=3;w=60')
  expect(replies[0]?.headers.get('ratelimit')).toMatch(/^"session";r=2;t=\d+$/)
  expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
})
