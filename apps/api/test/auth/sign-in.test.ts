import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { HasherThread } from '../../src/auth/passwords/hasher-thread.ts'
import { newId } from '../../src/base/ids.ts'
import { repeated } from '../repeated.ts'
import { comparable, send } from '../security/send.ts'
import { PASSWORD, startService, type TestService } from '../service.ts'
import { startUntilWaiting } from '../waiting.ts'
import { auditRows } from './audit-rows.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
  for (const name of ['ada', 'gone', 'weak', 'hostile'])
    await service.anonymous.me.signUp({
      email: `${name}@example.org`,
      password: PASSWORD,
      username: `${name}.user`,
    })
  await service.database.sql`update users set status = 'deactivated' where username = 'gone.user'`
})
afterAll(() => service.stop())

const byForm = (username: string, password = PASSWORD) =>
  send(service.address, 'POST /me/signin', { form: { username, password } })
const byJson = (email: string, password = PASSWORD) =>
  send(service.address, 'POST /auth/token', { json: { email, password } })
/** Deletes the counted tries, so that a test can make many. */
const forgetTries = () => service.database.sql`delete from attempts`

test.each(['ada@example.org', 'ADA@EXAMPLE.ORG', 'ada.user', 'Ada.User'])(
  'the form accepts %s',
  async (name) => {
    const reply = await byForm(name)
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({
      token_type: 'bearer',
      expires_in: 43_200,
      refresh_expires_in: 1_209_600,
    })
  },
)

test.each(['ada@example.org', 'Ada@Example.Org'])('/auth/token accepts %s', async (email) => {
  expect((await byJson(email)).status).toBe(200)
})

test('the form is no JSON, and JSON is no form', async () => {
  const json = { username: 'ada.user', password: PASSWORD }
  expect((await send(service.address, 'POST /me/signin', { json })).status).toBe(415)
  const form = { email: 'ada@example.org', password: PASSWORD }
  expect((await send(service.address, 'POST /auth/token', { form })).status).toBe(415)
})

test('the grant type of the form is the password grant', async () => {
  const form = { username: 'ada.user', password: PASSWORD }
  const withGrant = (grant_type: string) =>
    send(service.address, 'POST /me/signin', { form: { ...form, grant_type, scope: '' } })
  expect((await withGrant('password')).status).toBe(200)
  expect((await withGrant('client_credentials')).status).toBe(422)
})

test.each([{ email: 'ada.user' }, { username: 'ada.user' }, { username: 'ada@example.org' }])(
  '/auth/token accepts %j',
  async (name) => {
    const json = { ...name, password: PASSWORD }
    expect((await send(service.address, 'POST /auth/token', { json })).status).toBe(200)
  },
)

test.each([{}, { email: 'ada@example.org', username: 'ada.user' }])(
  '/auth/token requires one name where it gets %j',
  async (names) => {
    const json = { ...names, password: PASSWORD }
    expect((await send(service.address, 'POST /auth/token', { json })).json).toMatchObject({
      errors: [{ pointer: '/email', code: 'exactly_one_of' }],
    })
  },
)

describe('a refusal reveals nothing', () => {
  const refusals: [string, () => ReturnType<typeof byForm>][] = [
    ['unknown address', () => byForm('nobody@example.org', 'wrong password')],
    ['unknown username', () => byForm('nobody.here', 'wrong password')],
    ['a name that can be nobody', () => byForm('no body!', 'wrong password')],
    ['wrong password by address', () => byForm('ada@example.org', 'wrong password')],
    ['wrong password by username', () => byForm('ada.user', 'wrong password')],
    ['deactivated, wrong password', () => byForm('gone.user', 'wrong password')],
    ['deactivated, right password', () => byForm('gone.user')],
    ['a password that can be none', () => byForm('ada.user', 'x'.repeat(300))],
  ]
  test.each(refusals)('%s', async (_, refused) => {
    await forgetTries()
    const [reply, model] = [await refused(), await byForm('nobody2@example.org', 'wrong password')]
    expect(reply.json).toMatchObject({ status: 401, code: 'invalid_credentials' })
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    expect(comparable(reply)).toEqual(comparable(model))
  })

  test.each([
    ['unknown address', 'unknown@example.org'],
    ['deactivated account', 'gone@example.org'],
    ['name that can be nobody', 'no body!'],
  ])('%s: costs what a wrong password costs', async (_, name) => {
    // Each sign-in computes one hash. The computation takes the same time for any input: see the tests of the hasher.
    const computing = vi.spyOn(HasherThread.prototype, 'run')
    onTestFinished(() => computing.mockRestore())
    for (const tried of ['ada@example.org', name]) {
      await forgetTries()
      computing.mockClear()
      expect((await byForm(tried, 'wrong password')).status).toBe(401)
      expect(computing.mock.calls.map(([{ kind }]) => kind)).toEqual(['verify'])
    }
  })
})

test.each([
  [
    '8 GiB of memory',
    '$argon2id$v=19$m=8388608,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
  ],
  [
    'a thousand passes',
    '$argon2id$v=19$m=19456,t=1000,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
  ],
  ['another algorithm', '$2b$12$abcdefghijklmnopqrstuuWOYxRr8hFn0i0Xa9zHqYcC4zvGgJm6e'],
  ['plain text', PASSWORD],
  ['nothing', ''],
])('a stored hash of %s is a wrong password, at the usual cost', async (_, hash) => {
  await forgetTries()
  const usual = (await byForm('ada.user', 'wrong password')).ms
  await service.database.sql`update users set password_hash = ${hash} where username = 'hostile.user'`
  const signIn = async () => {
    await forgetTries()
    const before = process.memoryUsage().rss
    const { status, ms } = await byForm('hostile.user')
    expect(status).toBe(401)
    return { ms, bytes: process.memoryUsage().rss - before }
  }
  const limit = { ms: Math.max(20 * usual, 1_000), bytes: 50 * 2 ** 20 }
  // Other work of the machine adds to the time and the memory.
  const cost = await repeated(signIn, ({ ms, bytes }) => ms < limit.ms && bytes < limit.bytes)
  expect(cost.ms).toBeLessThan(limit.ms)
  expect(cost.bytes).toBeLessThan(limit.bytes)
})

test('a weaker hash is replaced at the next sign-in, and the password stays good', async () => {
  const { hashSync } = await import('@node-rs/argon2')
  const weak = hashSync(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  const hashOf = async () =>
    (await service.database.sql`select password_hash from users where email = 'weak@example.org'`)[0]
      ?.password_hash
  await service.database.sql`update users set password_hash = ${weak} where email = 'weak@example.org'`
  expect((await byJson('weak@example.org', 'wrong password')).status).toBe(401)
  expect(await hashOf()).toBe(weak)
  expect((await byJson('weak@example.org')).status).toBe(200)
  const stronger = await hashOf()
  expect(stronger).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await byJson('weak@example.org')).status).toBe(200)
  expect(await hashOf()).toBe(stronger)
})

/** Signs in while a transaction has changed and locked the account. The transaction commits before the session starts. */
async function signInDuring(change: (sql: postgres.TransactionSql, id: string) => Promise<unknown>) {
  const { sql } = service.database
  const { id, email } = await service.signUp()
  const { answer } = await sql.begin(async (tx) => {
    await change(tx, id)
    return startUntilWaiting(sql, () => byJson(email))
  })
  const reply = await answer
  const [row] = await sql`select count(*)::int as sessions from sessions where user_id = ${id}`
  return { reply, begun: Number(row?.sessions) - 1 }
}

test.each<[string, (sql: postgres.TransactionSql, id: string) => Promise<unknown>]>([
  [
    'a password that was replaced',
    (sql, id) =>
      sql`update users set password_hash = 'another', password_changed_at = now() where id = ${id}`,
  ],
  [
    'that of an account with another address',
    (sql, id) => sql`update users set email = ${`${newId().toLowerCase()}@example.org`} where id = ${id}`,
  ],
  [
    'that of an account that was deactivated',
    (sql, id) => sql`update users set status = 'deactivated', deactivated_at = now() where id = ${id}`,
  ],
])('%s after it was compared starts no session', async (_, change) => {
  const { reply, begun } = await signInDuring(change)
  expect(reply.json).toMatchObject({ status: 401, code: 'invalid_credentials' })
  expect(begun).toBe(0)
  const [row] = await auditRows(service.database, [reply])
  expect([row?.action, row?.reason]).toEqual(['sign_in_refused', 'invalid_credentials'])
})

test('a password whose hash another sign-in strengthened meanwhile stays good', async () => {
  const { hashSync } = await import('@node-rs/argon2')
  const hash = hashSync(PASSWORD, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const { reply, begun } = await signInDuring(
    (sql, id) => sql`update users set password_hash = ${hash} where id = ${id}`,
  )
  expect([reply.status, begun]).toEqual([200, 1])
})

test('each sign-in starts a session of its own, and leaves an audit row', async () => {
  const replies = [await byJson('ada@example.org'), await byForm('ada.user')]
  const sessions = replies.map(({ json }) => String(json.session_id))
  expect(new Set(sessions).size).toBe(2)
  const rows = await auditRows(service.database, replies)
  expect(rows.map(({ action, record_id }) => [action, record_id])).toEqual(
    sessions.map((id) => ['signed_in', id]),
  )
})

test('a refused sign-in leaves an audit row', async () => {
  const replies = [await byForm('ada.user', 'wrong password'), await byForm('nobody.here', 'wrong password')]
  const rows = await auditRows(service.database, replies)
  expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
    ['sign_in_refused', 'invalid_credentials'],
    ['sign_in_refused', 'invalid_credentials'],
  ])
  expect(rows.map(({ record_id }) => record_id === null)).toEqual([false, true])
})

test('equal passwords have different salts', async () => {
  const [row] = await service.database
    .sql`select count(*)::int as users, count(distinct split_part(password_hash, '$', 5))::int as salts from users where password_hash like '$argon2id%'`
  expect(row?.salts).toBe(row?.users)
})
