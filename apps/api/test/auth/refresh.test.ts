import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable, type Reply, send, tally } from '../security/send.ts'
import type { TestUser } from '../service.ts'
import { auditRows } from './audit-rows.ts'
import { atOnce, type Instances, startTwo } from './instances.ts'

let instances: Instances

beforeAll(async () => {
  instances = await startTwo()
})
afterAll(() => instances.stop())

const sql = () => instances.first.database.sql
const refresh = (refreshToken: unknown, n = 0) =>
  send(instances.address(n), 'POST /auth/refresh', { json: { refresh_token: refreshToken } })
const me = (token: unknown, n = 0) => send(instances.address(n), 'GET /me', { token: String(token) })
const newUser = (): Promise<TestUser> => instances.first.signUp()

test('a refresh token gives the next one, and both access tokens are good for the session', async () => {
  const ada = await newUser()
  const next = await refresh(ada.refreshToken, 1)
  expect(next.json).toMatchObject({
    token_type: 'bearer',
    session_id: ada.sessionId,
    refresh_expires_in: 1_209_600,
  })
  expect(next.json.refresh_token).not.toBe(ada.refreshToken)
  expect((await me(next.json.access_token)).json.session_id).toBe(ada.sessionId)
  expect((await me(ada.token)).status).toBe(200)
  expect((await refresh(next.json.refresh_token)).status).toBe(200)
})

test('of fifty callers at once on two instances exactly one wins, and the session ends', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ada = await newUser()
    const replies = await atOnce(50, (n) => refresh(ada.refreshToken, n))
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 401: 49 })
    const winner = replies.find(({ status }) => status === 200)
    for (const n of [0, 1]) expect((await me(winner?.json.access_token, n)).status).toBe(401)
    expect((await refresh(winner?.json.refresh_token, 1)).status).toBe(401)
  }
})

test('a used token ends its session with all its tokens, and is recorded', async () => {
  const ada = await newUser()
  const next = await refresh(ada.refreshToken)
  const replay = await refresh(ada.refreshToken, 1)
  expect(replay.json).toMatchObject({ status: 401, code: 'invalid_refresh_token' })
  for (const token of [ada.token, next.json.access_token])
    for (const n of [0, 1]) expect((await me(token, n)).status).toBe(401)
  expect((await refresh(next.json.refresh_token)).status).toBe(401)
  const [row] = await auditRows(instances.first.database, [replay])
  expect(row).toMatchObject({ action: 'refresh_reused', record_id: ada.sessionId, actor_id: ada.id })
  const [session] = await sql()`select revoked_because from sessions where id = ${ada.sessionId}`
  expect(session?.revoked_because).toBe('refresh_token_reused')
})

test('three rotations in one second, then the first token again', async () => {
  const ada = await newUser()
  let latest: Reply | undefined
  for (let n = 0; n < 3; n += 1) latest = await refresh(latest?.json.refresh_token ?? ada.refreshToken, n)
  expect(latest?.status).toBe(200)
  expect((await refresh(ada.refreshToken)).status).toBe(401)
  expect((await me(latest?.json.access_token, 1)).status).toBe(401)
})

test('reuse ends only the session of the token', async () => {
  const ada = await newUser()
  const other = await instances.second.anonymous.auth.createToken({
    email: ada.email,
    password: 'a password for tests',
  })
  await refresh(ada.refreshToken)
  await refresh(ada.refreshToken)
  expect((await me(other.access_token)).status).toBe(200)
  expect((await refresh(other.refresh_token)).status).toBe(200)
})

const endings: [what: string, end: (user: TestUser) => Promise<unknown>][] = [
  ['signed out', (user) => send(instances.address(0), 'POST /me/signout', { token: user.token })],
  ['revoked', (user) => sql()`update sessions set revoked_at = now() where id = ${user.sessionId}`],
  [
    'idle for fourteen days',
    (user) => sql()`update sessions set expires_at = now() where id = ${user.sessionId}`,
  ],
  ["a deactivated user's", (user) => sql()`update users set status = 'deactivated' where id = ${user.id}`],
  ["a deleted user's", (user) => sql()`delete from sessions where user_id = ${user.id}`],
]
test.each(endings)('the refresh token of a session that is %s is refused', async (_, end) => {
  const [ada, model] = [await newUser(), await refresh(await tokenOfNobody())]
  await end(ada)
  const reply = await refresh(ada.refreshToken, 1)
  expect(reply.json).toMatchObject({ status: 401, code: 'invalid_refresh_token' })
  expect(comparable(reply)).toEqual(comparable(model))
})

/** A token of the right form that was never issued. */
async function tokenOfNobody(): Promise<string> {
  const { newRefreshToken } = await import('../../src/system/refresh-token.rules.ts')
  return newRefreshToken()
}

test('a session lives at most thirty days, however often it is refreshed', async () => {
  const ada = await newUser()
  const [made] =
    await sql()`select extract(epoch from ends_at - created_at)::int as seconds from sessions where id = ${ada.sessionId}`
  expect(made?.seconds).toBe(30 * 86_400)
  await sql()`update sessions set ends_at = now() + interval '1 hour' where id = ${ada.sessionId}`
  const reply = await refresh(ada.refreshToken)
  expect(Number(reply.json.refresh_expires_in)).toBeLessThanOrEqual(3_600)
  const [row] = await sql()`select expires_at <= ends_at as inside from sessions where id = ${ada.sessionId}`
  expect(row).toEqual({ inside: true })
})

test('the database holds no token that could be used', async () => {
  const ada = await newUser()
  const next = await refresh(ada.refreshToken)
  const rows =
    await sql()`select sessions::text as row from sessions union all select used_refresh_tokens::text from used_refresh_tokens`
  const dump = rows.map(({ row }) => row).join('\n')
  for (const token of [ada.refreshToken, next.json.refresh_token, ada.token])
    expect(dump).not.toContain(String(token))
})

test('a malformed token is refused without a query', async () => {
  const good = await tokenOfNobody()
  const last = good.at(-1) === 'A' ? 'B' : 'A'
  const swapped = good.slice(0, 5) + (good[5] === 'A' ? 'B' : 'A') + good.slice(6)
  const forms = [
    'x',
    good.slice(1),
    `${good}A`,
    good.slice(0, -1) + last,
    swapped,
    good.replace(/./, '+'),
    ` ${good}`,
    'é'.repeat(49),
    `${'A'.repeat(48)}\n`,
  ]
  await sql().begin(async (tx) => {
    await tx`lock table sessions, used_refresh_tokens in access exclusive mode`
    for (const form of forms) {
      const reply = await refresh(form)
      expect(reply.json, form).toMatchObject({ status: 401, code: 'invalid_refresh_token' })
    }
    // Control case: a well-formed token waits for the lock.
    expect((await refresh(good)).status).toBe(503)
  })
})

test.each([[''], ['x'.repeat(1_025)], [null], [17], [['x']], ['a\0b'], [undefined]])(
  'the body %j is no token',
  async (token) => {
    expect((await refresh(token)).status).toBe(422)
  },
)
