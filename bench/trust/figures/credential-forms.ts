import { createHmac, randomBytes } from 'node:crypto'
import type { Account } from '../cluster.ts'

/** The signing key of the measured service. */
export const KEY = { id: 'trust', secret: randomBytes(48).toString('base64url') }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1_000)

interface Forgery {
  readonly header?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
  readonly digest?: 'sha256' | 'sha384' | 'sha512'
  readonly secret?: Uint8Array
}

/** Makes a token like those of the service, with the given changes; undefined removes a member. */
export function signedToken({ header = {}, claims = {}, digest = 'sha256', secret }: Forgery = {}): string {
  const head = encode({ alg: 'HS256', typ: 'at+jwt', kid: KEY.id, ...header })
  const body = encode({
    iss: 'commonhold',
    aud: 'commonhold-api',
    client_id: 'commonhold-api',
    jti: '01K00000000000000000000008',
    iat: now(),
    exp: now() + 600,
    ...claims,
  })
  const key = secret ?? Buffer.from(KEY.secret, 'base64url')
  return `${head}.${body}.${createHmac(digest, key).update(`${head}.${body}`).digest('base64url')}`
}

/** The input of a form: a user's credentials, and the claims of a valid token. */
interface Material {
  readonly account: Account
  readonly claims: Readonly<Record<string, unknown>>
}

type Form = (material: Material) => string | null

const bearer =
  (forgery: Forgery): Form =>
  ({ claims }) =>
    `Bearer ${signedToken({ ...forgery, claims: { ...claims, ...forgery.claims } })}`

const parts = ({ claims }: Material) => signedToken({ claims }).split('.')

/** `Authorization` headers that are not valid credentials; null is no header. */
export const badForms: Readonly<Record<string, Form>> = {
  'no header': () => null,
  'an empty header': () => '',
  'the scheme alone': () => 'Bearer',
  'the scheme and a space': () => 'Bearer ',
  'another scheme': ({ claims }) => `Token ${signedToken({ claims })}`,
  Basic: ({ claims }) => `Basic ${Buffer.from(`x:${signedToken({ claims })}`).toString('base64')}`,
  Digest: () => 'Digest username="ada"',
  'no scheme': ({ claims }) => signedToken({ claims }),
  'two tokens': ({ claims }) => `Bearer ${signedToken({ claims })}, Bearer ${signedToken({ claims })}`,
  'a parameter': ({ claims }) => `Bearer token="${signedToken({ claims })}"`,
  null: () => 'Bearer null',
  undefined: () => 'Bearer undefined',
  'a word': () => 'Bearer abc',
  'dots alone': () => 'Bearer ..',
  'two parts': (material) => `Bearer ${parts(material).slice(0, 2).join('.')}`,
  'four parts': (material) => `Bearer ${[...parts(material), 'x'].join('.')}`,
  'five parts, as an encrypted one': (material) => `Bearer ${[...parts(material), 'x', 'y'].join('.')}`,
  'no signature': (material) => `Bearer ${parts(material).slice(0, 2).join('.')}.`,
  'a shorter signature': ({ claims }) => `Bearer ${signedToken({ claims }).slice(0, -2)}`,
  'a changed signature': (material) =>
    `Bearer ${parts(material).slice(0, 2).join('.')}.${Buffer.alloc(32, 7).toString('base64url')}`,
  'changed claims': (material) => {
    const [head, , signature] = parts(material)
    return `Bearer ${head}.${encode({ ...material.claims, exp: now() + 9_999 })}.${signature}`
  },
  'a changed header': (material) => {
    const [, body, signature] = parts(material)
    return `Bearer ${encode({ alg: 'HS256', typ: 'at+jwt', kid: KEY.id, x: 1 })}.${body}.${signature}`
  },
  'no JSON inside': (material) => `Bearer ${Buffer.from('x').toString('base64url')}.${parts(material)[1]}.x`,
  'a very long one': (material) => `Bearer ${parts(material)[0]}.${'A'.repeat(12_000)}.x`,
  'the algorithm none': (material) =>
    `Bearer ${encode({ alg: 'none', typ: 'at+jwt', kid: KEY.id })}.${parts(material)[1]}.`,
  'the algorithm NONE with a signature': (material) =>
    `Bearer ${encode({ alg: 'NONE', typ: 'at+jwt', kid: KEY.id })}.${parts(material).slice(1).join('.')}`,
  'no algorithm': bearer({ header: { alg: undefined } }),
  'RS256 over an HMAC': bearer({ header: { alg: 'RS256' } }),
  HS384: bearer({ header: { alg: 'HS384' }, digest: 'sha384' }),
  HS512: bearer({ header: { alg: 'HS512' }, digest: 'sha512' }),
  'another secret': bearer({ secret: Buffer.alloc(48, 1) }),
  'an empty secret': bearer({ secret: Buffer.alloc(0) }),
  'the type JWT': bearer({ header: { typ: 'JWT' } }),
  'no type': bearer({ header: { typ: undefined } }),
  'an unknown key': bearer({ header: { kid: 'other' } }),
  'no key': bearer({ header: { kid: undefined } }),
  'a key that is a path': bearer({ header: { kid: '../../../dev/null' } }),
  'a critical header': bearer({ header: { crit: ['x'], x: 1 } }),
  'another issuer': bearer({ claims: { iss: 'https://evil.example' } }),
  'no issuer': bearer({ claims: { iss: undefined } }),
  'another audience': bearer({ claims: { aud: 'another-api' } }),
  'no audience': bearer({ claims: { aud: undefined } }),
  'no user': bearer({ claims: { sub: undefined } }),
  'no session': bearer({ claims: { sid: undefined } }),
  'no end': bearer({ claims: { exp: undefined } }),
  'an end of long ago': bearer({ claims: { exp: now() - 4_000, iat: now() - 8_000 } }),
  'a user in an array': bearer({ claims: { sub: ['01K00000000000000000000000'] } }),
  'a refresh token': ({ account }) => `Bearer ${account.refreshToken}`,
  'a session id': ({ account }) => `Bearer ${account.sessionId}`,
  'the form of an API key': () => `Bearer chk_01K00000000000000000000000_${'a'.repeat(49)}`,
}
