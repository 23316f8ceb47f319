import { expect, onTestFinished, test } from 'vitest'
import { type Reply, send, tally } from '../security/send.ts'
import { PASSWORD } from '../service.ts'
import { atOnce, type Instances, startTwo } from './instances.ts'

const SCHOOL = '192.0.2.1'
const ELSEWHERE = '198.51.100.1'

async function started(settings: Record<string, string> = {}): Promise<Instances> {
  const instances = await startTwo({ TRUST_PROXY: '1', SIGN_IN_RATE: '', ...settings })
  onTestFinished(() => instances.stop())
  return instances
}

const signIn = (instances: Instances, name: string, source: string, password = PASSWORD, n = 0) =>
  send(instances.address(n), 'POST /auth/token', {
    json: { email: `${name}@example.org`, password },
    headers: { 'x-forwarded-for': source },
  })
/** Signs up as the page does, which also signs in, from a source address. */
const signUp = (instances: Instances, name: string, source: string) =>
  send(instances.address(0), 'POST /me/signup', {
    json: { email: `${name}@example.org`, password: PASSWORD },
    headers: { 'x-forwarded-for': source },
  })
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))

test.each(['ada', 'nobody'])('120 guesses at %s lock out nobody else at that address', async (target) => {
  const instances = await started()
  await signUp(instances, 'ada', ELSEWHERE)
  await signUp(instances, 'grace', SCHOOL)
  await signUp(instances, 'newcomer', ELSEWHERE)
  const counts = statuses(await atOnce(120, (n) => signIn(instances, target, SCHOOL, `guess number ${n}`, n)))
  expect(counts[401]).toBeGreaterThanOrEqual(5)
  expect(counts[401]).toBeLessThanOrEqual(10)
  expect((await signIn(instances, 'grace', SCHOOL)).status).toBe(200)
  expect((await signIn(instances, 'newcomer', SCHOOL)).status).toBe(200)
})

test('thirty guesses at many names are evaluated for an address, and whoever signed in there still can', async () => {
  const instances = await started()
  await signUp(instances, 'grace', SCHOOL)
  await signUp(instances, 'newcomer', ELSEWHERE)
  const others = await atOnce(15, (n) => signUp(instances, `other${n}`, `203.0.113.${n}`))
  expect(statuses(others)).toEqual({ 201: 15 })
  const spray: Reply[] = []
  for (let n = 0; n < 60; n += 1)
    spray.push(await signIn(instances, `${n % 4 === 0 ? 'other' : 'nobody'}${n}`, SCHOOL, 'a guess', n))
  expect(spray.map(({ status }) => status)).toEqual([...Array(30).fill(401), ...Array(30).fill(429)])
  expect((await signIn(instances, 'newcomer', SCHOOL)).status).toBe(429)
  for (let n = 0; n < 3; n += 1)
    expect((await signIn(instances, 'grace', SCHOOL, PASSWORD, n)).status).toBe(200)
  expect((await signIn(instances, 'newcomer', ELSEWHERE)).status).toBe(200)
})

test('accounts that know an address are sprayed from there no faster, and newcomers are not locked out', async () => {
  const instances = await started({ SIGN_IN_RATE: '6' })
  for (let n = 0; n < 12; n += 1) await signUp(instances, `pupil${n}`, SCHOOL)
  await signUp(instances, 'newcomer', ELSEWHERE)
  const spray = await atOnce(12, (n) => signIn(instances, `pupil${n}`, SCHOOL, 'a guess', n))
  expect(statuses(spray)).toEqual({ 401: 6, 429: 6 })
  expect((await signIn(instances, 'newcomer', SCHOOL)).status).toBe(200)
})

test('what a refused guess waits for is its own account, not its address', async () => {
  const instances = await started()
  await atOnce(40, (n) => signIn(instances, 'nobody', SCHOOL, 'a guess', n))
  // The first waits of an account last only seconds, so they are set to 60. An address waits for five minutes.
  await instances.first.database
    .sql`update attempts set blocked_until = now() + interval '60 seconds' where blocked_until < now() + interval '100 seconds'`
  const refused = await signIn(instances, 'nobody', SCHOOL, 'a guess')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThan(290)
})

test('while fifty addresses guess at an account, its owner signs in from where they did before', async () => {
  const instances = await started()
  await signUp(instances, 'ada', SCHOOL)
  const guesses: Reply[] = []
  const owner: number[] = []
  let over = false
  const attack = atOnce(10, async (worker) => {
    for (let n = worker; !over; n += 10)
      guesses.push(await signIn(instances, 'ada', `198.51.100.${n % 50}`, `guess number ${n}`, n))
  })
  for (let n = 0; n < 20; n += 1) {
    const reply = await signIn(instances, 'ada', SCHOOL, PASSWORD, n)
    // 503 means that the hashing queue is full, which is no lock-out.
    if (reply.status === 503) n -= 1
    else owner.push(reply.status)
  }
  await expect.poll(() => statuses(guesses)[429] ?? 0).toBeGreaterThan(50)
  over = true
  await attack
  expect(owner).toEqual(Array(20).fill(200))
  expect(statuses(guesses)[401]).toBeLessThanOrEqual(10)
})
