import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { type Sent, send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'

let service: TestService
let ada: TestUser
let bob: TestUser
let key: { readonly id: string; readonly secret: string }

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  bob = await service.signUp()
  const [row] = await service.database.sql<
    { id: string; secret: string }[]
  >`select id, secret from signing_keys`
  if (row) key = row
})
afterAll(() => service.stop())

const now = () => Math.floor(Date.now() / 1_000)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Forgery {
  readonly header?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
  readonly secret?: Uint8Array
}

/** A token like those of the service, except for what is given; `undefined` leaves out a member. */
function forge({ header = {}, claims = {}, secret }: Forgery = {}): Promise<string> {
  const payload = {
    iss: 'commonhold',
    aud: 'commonhold-api',
    client_id: 'commonhold-api',
    sub: ada.id,
    sid: ada.sessionId,
    jti: newId(),
    iat: now(),
    exp: now() + 600,
    ...claims,
  }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.id, ...header })
    .sign(secret ?? Buffer.from(key.secret, 'base64url'))
}

/** Ada's token with another header and a signature that is not valid. */
const unsigned = (header: object, signature = '') =>
  `${encode({ typ: 'at+jwt', kid: key.id, ...header })}.${ada.token.split('.')[1]}.${signature}`

const part = (n: number) => ada.token.split('.')[n] ?? ''

const tokens: [what: string, token: () => string | Promise<string>][] = [
  ['no algorithm', () => unsigned({ alg: 'none' })],
  ['no algorithm, in capitals, with a signature', () => unsigned({ alg: 'NONE' }, part(2))],
  ['no algorithm member', () => unsigned({}, part(2))],
  [
    'HS384 with the right secret',
    () => forge({ header: { alg: 'HS384' }, secret: Buffer.alloc(48, key.secret) }),
  ],
  [
    'HS512 with the right secret',
    () => forge({ header: { alg: 'HS512' }, secret: Buffer.alloc(64, key.secret) }),
  ],
  ['RS256 over an HMAC', () => unsigned({ alg: 'RS256' }, part(2))],
  ['another type', () => forge({ header: { typ: 'JWT' } })],
  ['no type', () => forge({ header: { typ: undefined } })],
  ['another issuer', () => forge({ claims: { iss: 'https://evil.example' } })],
  ['no issuer', () => forge({ claims: { iss: undefined } })],
  ['another audience', () => forge({ claims: { aud: 'another-api' } })],
  ['no audience', () => forge({ claims: { aud: undefined } })],
  ['an unknown key', () => forge({ header: { kid: newId() } })],
  ['no key id', () => forge({ header: { kid: undefined } })],
  ['a key id that is no text', () => forge({ header: { kid: 7 } })],
  ['a key id that is a path', () => forge({ header: { kid: '../../dev/null' }, secret: Buffer.alloc(32) })],
  ['another secret', () => forge({ secret: Buffer.alloc(32, 'x') })],
  ['the secret as text', () => forge({ secret: Buffer.from(key.secret) })],
  ['expired long ago', () => forge({ claims: { iat: now() - 7_200, exp: now() - 3_600 } })],
  ['expired a second ago', () => forge({ claims: { iat: now() - 600, exp: now() - 1 } })],
  ['no expiry', () => forge({ claims: { exp: undefined } })],
  ['an expiry that is text', () => forge({ claims: { exp: '9999999999' } })],
  ['not good before tomorrow', () => forge({ claims: { nbf: now() + 86_400 } })],
  ['no time of issue', () => forge({ claims: { iat: undefined } })],
  ['no id of its own', () => forge({ claims: { jti: undefined } })],
  ['no session', () => forge({ claims: { sid: undefined } })],
  ['a session that is no text', () => forge({ claims: { sid: [ada.sessionId] } })],
  ['no user', () => forge({ claims: { sub: undefined } })],
  ["another's session", () => forge({ claims: { sid: bob.sessionId } })],
  ['another user', () => forge({ claims: { sub: bob.id } })],
  ['user and session swapped', () => forge({ claims: { sub: ada.sessionId, sid: ada.id } })],
  ['an unknown session', () => forge({ claims: { sid: newId() } })],
  ['the user in lower case', () => forge({ claims: { sub: ada.id.toLowerCase() } })],
  [
    'an unknown critical header',
    () =>
      forge({ header: { crit: ['x'], x: 1 } }).catch(() =>
        unsigned({ alg: 'HS256', crit: ['x'], x: 1 }, part(2)),
      ),
  ],
  [
    'claims changed after signing',
    () => `${part(0)}.${encode({ sub: bob.id, sid: bob.sessionId })}.${part(2)}`,
  ],
  ['signature cut short', () => ada.token.slice(0, -2)],
  ['signature missing', () => `${part(0)}.${part(1)}.`],
  ['signature of another token', () => `${part(0)}.${part(1)}.${bob.token.split('.')[2]}`],
  ['two parts', () => `${part(0)}.${part(1)}`],
  ['four parts', () => `${ada.token}.${part(2)}`],
  ['five parts, like an encrypted one', () => `${ada.token}.${part(2)}.${part(2)}`],
  ['no JSON inside', () => `${Buffer.from('x').toString('base64url')}.${part(1)}.${part(2)}`],
  ['a refresh token', () => ada.refreshToken],
  ['a session id', () => ada.sessionId],
  ['a very long one', () => `${part(0)}.${'A'.repeat(12_000)}.${part(2)}`],
  ['nothing', () => ''],
]

const operations = [
  'GET /me',
  'POST /asset-models',
  'POST /me/signout',
  'DELETE /asset-models/01K00000000000000000000099',
]

/** The expected challenges: an error is named only if a token was sent (RFC 6750). */
const challenges = { sent: 'Bearer error="invalid_token"', none: 'Bearer' }

async function expectRefused(operation: string, sent: Sent, challenge = challenges.none): Promise<void> {
  const json = operation.startsWith('POST /asset')
    ? { name: 'Intruder', tracking_type: 'countable' }
    : undefined
  const reply = await send(service.address, operation, {
    ...sent,
    ...(sent.body === undefined && json ? { json } : {}),
  })
  expect(reply.json).toMatchObject({ status: 401, code: 'not_authenticated' })
  expect(reply.headers.get('www-authenticate')).toBe(challenge)
}

test('the control: a token made in the same way is good', async () => {
  expect((await send(service.address, 'GET /me', { token: await forge() })).status).toBe(200)
})

describe.each(operations)('%s', (operation) => {
  test.each(tokens)('refuses a token with: %s', async (_, make) => {
    const token = await make()
    await expectRefused(operation, { token }, token === '' ? challenges.none : challenges.sent)
  })

  const places: [what: string, sent: () => Sent][] = [
    ['no header', () => ({})],
    ['an empty header', () => ({ headers: { authorization: '' } })],
    ['another scheme', () => ({ headers: { authorization: `Token ${ada.token}` } })],
    ['no scheme', () => ({ headers: { authorization: ada.token } })],
    [
      'Basic',
      () => ({ headers: { authorization: `Basic ${Buffer.from(`x:${ada.token}`).toString('base64')}` } }),
    ],
    ['a list of two', () => ({ headers: { authorization: `Bearer ${ada.token}, Bearer ${ada.token}` } })],
    ['the scheme alone', () => ({ headers: { authorization: 'Bearer' } })],
    ['a parameter', () => ({ headers: { authorization: `Bearer token="${ada.token}"` } })],
    ['a cookie', () => ({ headers: { cookie: `access_token=${ada.token}` } })],
    ['X-Access-Token', () => ({ headers: { 'x-access-token': ada.token } })],
    [
      'X-Forwarded-Authorization',
      () => ({ headers: { 'x-forwarded-authorization': `Bearer ${ada.token}` } }),
    ],
  ]
  test.each(places)('does not accept the token from: %s', async (what, sent) => {
    const isBearer = what === 'a list of two' || what === 'a parameter'
    await expectRefused(operation, sent(), isBearer ? challenges.sent : challenges.none)
  })

  test('does not accept the token from the query', async () => {
    await expectRefused(`${operation}?access_token=${ada.token}`, {})
  })
})

test('does not accept the token from a form or the body', async () => {
  await expectRefused('POST /asset-models', {
    body: new URLSearchParams({ access_token: ada.token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await expectRefused('POST /asset-models', {
    body: JSON.stringify({ access_token: ada.token, name: 'Intruder', tracking_type: 'countable' }),
    headers: { 'content-type': 'application/json' },
  })
})

test('none of them left anything behind, nor ended a session', async () => {
  expect((await ada.client.assetModels.list()).length).toBe(0)
  expect((await bob.client.me.get()).id).toBe(bob.id)
})

test.each(['bearer', 'BEARER', 'BeArEr'])('the scheme may be written %s', async (scheme) => {
  const headers = { authorization: `${scheme} ${ada.token}` }
  expect((await send(service.address, 'GET /me', { headers })).status).toBe(200)
})

test('a bad token does not stand in the way of a public operation', async () => {
  const json = { email: 'ada@example.org' }
  expect((await send(service.address, 'POST /auth/forgot-password', { token: 'bad', json })).status).toBe(200)
})

test('without a token the body is not read', async () => {
  const reply = await send(service.address, 'POST /asset-models', {
    body: '{',
    headers: { 'content-type': 'text/plain' },
  })
  expect(reply.status).toBe(401)
})
