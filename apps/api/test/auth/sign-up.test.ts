import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparable, send, tally } from '../security/send.ts'
import { PASSWORD } from '../service.ts'
import { atOnce, type Instances, startTwo } from './instances.ts'

let instances: Instances

beforeAll(async () => {
  instances = await startTwo()
})
afterAll(() => instances.stop())

const sql = () => instances.first.database.sql
let serial = 0
const newEmail = () => {
  serial += 1
  return `new${serial}@example.org`
}

const paths = ['POST /users', 'POST /me/signup']

describe.each(paths)('%s', (path) => {
  const signUp = (json: object, n = 0) => send(instances.address(n), path, { json })

  test('makes an account that can sign in, in the users group of the tenant for sign-up', async () => {
    const email = newEmail()
    expect(
      (await signUp({ email: email.toUpperCase().replace('@EXAMPLE', '@Example'), password: PASSWORD }))
        .status,
    ).toBe(201)
    const signedIn = await send(instances.address(1), 'POST /auth/token', {
      json: { email, password: PASSWORD },
    })
    expect(signedIn.status).toBe(200)
    const [user] = await sql()`select id, email, password_hash, created_by from users where email = ${email}`
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(user?.created_by).toBe(user?.id)
    const groups = await sql().begin(async (tx) => {
      const [tenant] = await tx`select id from tenants where slug = 'default'`
      await tx`select commonhold_select_tenant(${tenant?.id})`
      return tx`select g.key, m.tenant_id = ${tenant?.id} as at_home from memberships m join groups g on g.id = m.group_id where m.user_id = ${user?.id}`
    })
    expect([...groups]).toEqual([{ key: 'users', at_home: true }])
  })

  test('leaves rows of the account and its membership in the audit log', async () => {
    const email = newEmail()
    const reply = await signUp({ email, password: PASSWORD })
    const rows = await sql().begin(async (tx) => {
      await tx`select commonhold_select_tenant((select id from tenants where slug = 'default'))`
      return tx`
        select a.action, a.record_type, a.actor_id = u.id as by_the_user, a.record_id = any(array[u.id, m.id]) as of_the_user
          from audit_log a, users u join memberships m on m.user_id = u.id
         where u.email = ${email} and a.request_id = ${reply.headers.get('x-request-id')} order by a.id`
    })
    const entry = { action: 'signed_up', by_the_user: true, of_the_user: true }
    expect([...rows]).toEqual([
      { ...entry, record_type: 'user' },
      { ...entry, record_type: 'membership' },
    ])
  })

  test('answers a taken address with the same bytes in any case, and leaves the account as it was', async () => {
    const email = newEmail()
    await signUp({ email, password: PASSWORD })
    const row = () =>
      sql()`select md5(users::text) as sum, (select count(*) from users) as users from users where email = ${email}`
    const before = await row()
    const spellings = [email, email.toUpperCase(), email.replace('new', 'nEw')]
    const replies = await Promise.all(
      spellings.map((spelling) => signUp({ email: spelling, password: 'another good one' })),
    )
    for (const reply of replies) {
      expect(reply.json).toMatchObject({ status: 409, code: 'already_exists', field: 'email' })
      expect(comparable(reply)).toEqual(comparable(replies[0] ?? reply))
    }
    expect([...(await row())]).toEqual([...before])
  })

  test('of a hundred sign-ups of one address at once on two instances one wins', async () => {
    const email = newEmail()
    const replies = await atOnce(100, (n) => signUp({ email, password: PASSWORD }, n))
    const counts = tally(replies.map(({ status }) => status))
    expect(counts[201]).toBe(1)
    // 503: the queue for hashing was full, and the client may try again.
    expect((counts[409] ?? 0) + (counts[503] ?? 0)).toBe(99)
    expect([...(await sql()`select count(*)::int as n from users where email = ${email}`)]).toEqual([
      { n: 1 },
    ])
  })

  const refused: [what: string, password: string, code: string][] = [
    ['shorter than eight characters', 'seven77', 'too_short'],
    ['eight UTF-16 units but four characters', '😀😁😂😃', 'too_short'],
    ['eight code points that compose to four', 'é'.normalize('NFD').repeat(4), 'too_short'],
    ['a common one', 'password123', 'not_allowed_value'],
    ['a common one in capitals', 'PASSWORD123', 'not_allowed_value'],
    ['one letter repeated', 'aaaaaaaa', 'not_allowed_value'],
    ['blanks', ' '.repeat(8), 'not_allowed_value'],
    ['the local part of the address', 'somebody.else', 'not_allowed_value'],
    ['the address', 'Somebody.Else@example.org', 'not_allowed_value'],
    ['257 code points', '😀'.repeat(257), 'too_long'],
    ['a lone surrogate', 'a lone \ud800 surrogate', 'invalid_format'],
    ['another lone surrogate', 'a lone \udfff surrogate', 'invalid_format'],
    ['a NUL', 'a \0 in the middle', 'invalid_format'],
  ]
  test.each(refused)('refuses a password that is %s', async (_, password, code) => {
    const reply = await signUp({ email: 'somebody.else@example.org', password })
    expect(reply.json).toMatchObject({ status: 422, errors: [{ pointer: '/password', code }] })
    expect(await sql()`select from users where email = 'somebody.else@example.org'`).toHaveLength(0)
  })

  const accepted: [what: string, password: string][] = [
    ['eight characters', 'xq7kvw2m'],
    ['256 code points', '😀😎'.repeat(128)],
    ['spaces at both ends', '  xq7kvw2m  '],
    ['more than 72 bytes', `${'x'.repeat(72)}qkv`],
  ]
  test.each(accepted)('accepts a password of %s, and no other signs in', async (_, password) => {
    const email = newEmail()
    expect((await signUp({ email, password })).status).toBe(201)
    const signIn = (tried: string) =>
      send(instances.address(1), 'POST /auth/token', { json: { email, password: tried } })
    expect((await signIn(password)).status).toBe(200)
    const characters = [...password]
    const others = [
      `${password}x`,
      characters.slice(0, -1).join(''),
      [...characters.slice(0, -1), '~'].join(''),
    ]
    for (const other of others) expect((await signIn(other)).status, other).toBe(401)
  })

  test('accepts both ways to write an accent for the same password', async () => {
    const email = newEmail()
    await signUp({ email, password: 'café crème brûlée'.normalize('NFD') })
    const reply = await send(instances.address(0), 'POST /auth/token', {
      json: { email, password: 'café crème brûlée'.normalize('NFC') },
    })
    expect(reply.status).toBe(200)
  })

  test.each(['is_admin', 'role', 'status', 'id', 'tenant_id', 'group_ids', '__proto__', 'constructor'])(
    'refuses the member %s',
    async (member) => {
      const body = `{"email":"intruder@example.org","password":"${PASSWORD}","${member}":"x"}`
      const reply = await send(instances.address(0), path, {
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(reply.json).toMatchObject({
        status: 422,
        errors: [{ pointer: `/${member}`, code: expect.stringMatching(/^(unknown_field|read_only)$/) }],
      })
    },
  )
})

test('/me/signup accepts an email address as the username', async () => {
  const username = newEmail()
  const password = 'a password for tests'
  const reply = await send(instances.address(0), 'POST /me/signup', { json: { username, password } })
  expect(reply.status).toBe(201)
  const json = { email: username, password }
  expect((await send(instances.address(1), 'POST /auth/token', { json })).status).toBe(200)
})

test.each([
  'Ada@Example',
  'a b@example.org',
  'ada@exa\u212aple.org',
  'ad\u00e4@example.org',
  '@example.org',
  'ada@example.org ',
  `${'a'.repeat(250)}@example.org`,
])('refuses the address %j', async (email) => {
  const reply = await send(instances.address(0), 'POST /users', { json: { email, password: PASSWORD } })
  expect(reply.json).toMatchObject({ status: 422, errors: [{ pointer: '/email' }] })
})

test('a username is taken in any case, and is never an address', async () => {
  const signUp = (username: string) =>
    send(instances.address(0), 'POST /me/signup', {
      json: { email: newEmail(), password: PASSWORD, username },
    })
  expect((await signUp('Grace.Hopper')).status).toBe(201)
  expect((await signUp('gRACE.hOPPER')).json).toMatchObject({ status: 409, field: 'username' })
  expect((await signUp('victim@example.com')).status).toBe(422)
  expect((await signUp('gra\u0441e')).status).toBe(422)
  expect((await signUp('\u212aelvin')).status).toBe(422)
})

test('the username is no password', async () => {
  const reply = await send(instances.address(0), 'POST /me/signup', {
    json: { email: newEmail(), password: 'Katherine-J', username: 'katherine-j' },
  })
  expect(reply.json).toMatchObject({
    status: 422,
    errors: [{ pointer: '/password', code: 'not_allowed_value' }],
  })
})
