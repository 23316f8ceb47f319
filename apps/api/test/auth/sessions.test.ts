import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'

let service: TestService
let ada: TestUser
let bob: TestUser

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  bob = await service.signUp()
})
afterAll(() => service.stop())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = (email: string, userAgent = FIREFOX) =>
  send(service.address, 'POST /auth/token', {
    json: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  })
const sessionsOf = async (token: string, path = '/me/sessions') => {
  const reply = await send(service.address, `GET ${path}`, { token })
  expect(reply.status).toBe(200)
  return JSON.parse(reply.text) as Record<string, unknown>[]
}

test("one's sessions have these members, and no others", async () => {
  const { json } = await signIn(ada.email)
  const sessions = await sessionsOf(ada.token)
  expect(sessions.find(({ id }) => id === json.session_id)).toEqual({
    id: json.session_id,
    user_id: ada.id,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    last_used_at: expect.any(String),
    expires_at: expect.any(String),
    ip_address: '127.0.0.1',
    user_agent: FIREFOX,
    device: 'Firefox on Linux',
    current_tenant_id: '01K00000000000000000000001',
    current_project_id: null,
    is_current: false,
  })
})

test('the session of the request is marked, and only that', async () => {
  const { json } = await signIn(ada.email)
  for (const [token, id] of [
    [ada.token, ada.sessionId],
    [String(json.access_token), json.session_id],
  ] as const) {
    const marked = (await sessionsOf(token)).filter(({ is_current }) => is_current)
    expect(marked.map((session) => session.id)).toEqual([id])
  }
})

test("nobody sees another's sessions", async () => {
  await signIn(bob.email)
  for (const [user, other] of [
    [ada, bob],
    [bob, ada],
  ] as const)
    for (const session of await sessionsOf(user.token)) {
      expect(session.user_id).toBe(user.id)
      expect(session.id).not.toBe(other.sessionId)
    }
})

test('sessions that ended are not listed', async () => {
  const gone = await signIn(ada.email)
  await send(service.address, 'POST /me/signout', { token: String(gone.json.access_token) })
  const expired = await signIn(ada.email)
  await service.database
    .sql`update sessions set expires_at = now() where id = ${String(expired.json.session_id)}`
  const ids = (await sessionsOf(ada.token)).map(({ id }) => id)
  expect(ids).not.toContain(gone.json.session_id)
  expect(ids).not.toContain(expired.json.session_id)
})

test('the newest comes first, and the latest use where that order is requested', async () => {
  const first = await signIn(ada.email)
  await service.database
    .sql`update sessions set last_used_at = now() - interval '1 day' where id = ${String(first.json.session_id)}`
  const ids = (await sessionsOf(ada.token)).map(({ id }) => id)
  expect(ids[0]).toBe(first.json.session_id)
  const sorted = await sessionsOf(ada.token, '/me/sessions?sort=-last_used_at')
  const used = sorted.map(({ last_used_at }) => String(last_used_at))
  expect(used).toEqual([...used].sort().reverse())
})

test('a use is recorded to the minute', async () => {
  const { json } = await signIn(ada.email)
  const id = String(json.session_id)
  await service.database.sql`update sessions set last_used_at = now() - interval '2 minutes' where id = ${id}`
  await send(service.address, 'GET /me', { token: String(json.access_token) })
  const isRecorded = async () =>
    (
      await service.database
        .sql`select last_used_at > now() - interval '1 minute' as noted from sessions where id = ${id}`
    )[0]?.noted
  await expect.poll(isRecorded).toBe(true)
})

test('the fifty-first session ends the oldest', async () => {
  const carol = await service.signUp()
  const tokens: string[] = []
  for (let n = 0; n < 49; n += 1) tokens.push(String((await signIn(carol.email)).json.access_token))
  expect((await send(service.address, 'GET /me', { token: carol.token })).status).toBe(200)
  tokens.push(String((await signIn(carol.email)).json.access_token))
  expect((await send(service.address, 'GET /me', { token: carol.token })).status).toBe(401)
  for (const token of [tokens.at(0), tokens.at(-1)])
    expect((await send(service.address, 'GET /me', { token })).status).toBe(200)
  expect(await sessionsOf(tokens[0] ?? '')).toHaveLength(50)
})

test('sessions that start at once do not exceed fifty either', async () => {
  const dave = await service.signUp()
  await service.database
    .sql`insert into sessions (id, user_id, expires_at, ends_at, refresh_hash) select '01K0000000000000000000' || lpad(n::text, 4, '0'), ${dave.id}, now() + interval '1 day', now() + interval '1 day', 'x' || n from generate_series(1, 45) n`
  await Promise.all(Array.from({ length: 20 }, () => signIn(dave.email)))
  const rows = await service.database
    .sql`select from sessions where user_id = ${dave.id} and revoked_at is null`
  expect(rows.length).toBeLessThanOrEqual(50)
})

test('a long or odd User-Agent does no harm', async () => {
  for (const agent of ['x'.repeat(4_000), '', '<script>alert(1)</script>', '"\'; drop table sessions; --'])
    expect((await signIn(ada.email, agent)).status).toBe(200)
  expect(
    (await sessionsOf(ada.token)).every(({ user_agent }) => String(user_agent ?? '').length <= 512),
  ).toBe(true)
})
