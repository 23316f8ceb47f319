import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '../service.ts'
import { type Sent, send } from './send.ts'

let service: TestService
let ada: TestUser

beforeAll(async () => {
  service = await startService({
    CORS_ALLOW_ORIGINS: 'https://app.example.org, https://other.example.org:8443/',
    BACKEND_CORS_ORIGINS: '["https://listed.example.org","http://intranet"]',
    RATE_LIMIT: '1000',
  })
  ada = await service.signUp()
})
afterAll(() => service.stop())

const allowed = [
  'https://app.example.org',
  'https://other.example.org:8443',
  'https://listed.example.org',
  'http://intranet',
  'http://localhost',
  'http://localhost:5173',
  'https://localhost:8443',
  'http://127.0.0.1',
  'http://127.0.0.1:65535',
  'https://127.0.0.1:3000',
]
const refused = [
  'null',
  '*',
  'https://evil.example',
  'http://app.example.org',
  'https://app.example.org:8443',
  'https://app.example.org.evil.example',
  'https://evilapp.example.org',
  'https://sub.app.example.org',
  'https://app.example.org@evil.example',
  'https://app.example.org/',
  'https://app.example.org/path',
  'https://app.example.org?x',
  'https://app.example.org%00.evil.example',
  'https://app.example.org,https://evil.example',
  'https://app.example.org https://evil.example',
  'https://app-example.org',
  'https://appxexample.org',
  'https://xn--pp-example-org',
  'http://localhost.evil.example',
  'http://localhost.:3000',
  'http://evil-localhost',
  'http://localhost@evil.example',
  'http://user@localhost:3000',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.2',
  'http://127.1',
  'http://2130706433',
  'http://0.0.0.0:3000',
  'http://[::1]:3000',
  'http://localhost:99999',
  'http://localhost:3000/',
  'file://localhost',
  'ftp://localhost',
  'chrome-extension://localhost',
  'javascript://localhost',
  'http:localhost',
  '//localhost',
  'localhost:3000',
]
const exposed = [
  'Link',
  'Total-Count',
  'Total-Count-Capped',
  'ETag',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-Tenant-Id',
  'X-API-Version',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'Impact-Truncated',
]
const names = (header: string | null) => (header ?? '').split(',').map((name) => name.trim())

const simple = (origin: string) => send(service.address, 'GET /me', { token: ada.token, headers: { origin } })
const preflight = (origin: string, path = '/asset-models') =>
  send(service.address, `OPTIONS ${path}`, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers':
        'authorization,content-type,x-api-version,idempotency-key,if-match,x-tenant-id',
    },
  })

test.each(allowed)('%s may call', async (origin) => {
  const [answer, preflighted] = await Promise.all([simple(origin), preflight(origin)])
  expect([answer.status, preflighted.status]).toEqual([200, 204])
  for (const { headers } of [answer, preflighted]) {
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
  expect(names(answer.headers.get('access-control-expose-headers'))).toEqual(expect.arrayContaining(exposed))
  expect(names(preflighted.headers.get('access-control-allow-methods'))).toEqual(
    expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  )
  expect(names(preflighted.headers.get('access-control-allow-headers'))).toEqual(
    expect.arrayContaining([
      'Authorization',
      'Content-Type',
      'X-API-Version',
      'X-Tenant-Id',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
    ]),
  )
})

test.each(refused)('%s may not', async (origin) => {
  for (const { headers } of [await simple(origin), await preflight(origin)]) {
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('vary')).toBe('Origin')
  }
})

test('without an origin nothing is allowed, and Vary names it', async () => {
  const { headers } = await send(service.address, 'GET /me', { token: ada.token })
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('vary')).toBe('Origin')
})

describe('every answer may be read by an origin that is allowed', () => {
  const origin = 'https://app.example.org'
  const json = { name: 'Taken', tracking_type: 'countable' }
  const requests: [status: number, request: string, sent: () => Sent][] = [
    [200, 'GET /me', () => ({ token: ada.token })],
    [201, 'POST /asset-models', () => ({ token: ada.token, json })],
    [400, 'GET /me', () => ({ token: ada.token, headers: { 'x-api-version': 'v9' } })],
    [401, 'GET /me', () => ({})],
    [401, 'POST /auth/token', () => ({ json: { email: 'nobody@example.org', password: 'x' } })],
    [403, 'GET /asset-models', () => ({ token: ada.token, tenantId: '01K00000000000000000000000' })],
    [404, 'GET /nowhere', () => ({})],
    [404, 'GET /asset-models/01K00000000000000000000099', () => ({ token: ada.token })],
    [405, 'PUT /me', () => ({ token: ada.token })],
    [406, 'GET /me', () => ({ token: ada.token, headers: { accept: 'text/html' } })],
    [409, 'POST /asset-models', () => ({ token: ada.token, json })],
    [
      413,
      'POST /users',
      () => ({ body: 'x'.repeat(2 ** 20 + 1), headers: { 'content-type': 'application/json' } }),
    ],
    [415, 'POST /users', () => ({ body: '{}', headers: { 'content-type': 'text/plain' } })],
    [422, 'POST /users', () => ({ json: {} })],
  ]
  test.each(requests)('%d to %s', async (status, request, sent) => {
    const { headers, ...given } = sent()
    const reply = await send(service.address, request, { ...given, headers: { ...headers, origin } })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
    expect(names(reply.headers.get('access-control-expose-headers'))).toContain('X-Request-Id')
  })

  test('429', async () => {
    const strict = await startService({ RATE_LIMIT: '1', CORS_ALLOW_ORIGINS: origin }, service.database)
    const request = () => send(strict.address, 'GET /me', { token: ada.token, headers: { origin } })
    await request()
    const reply = await request()
    await strict.stop()
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([429, origin])
    expect(names(reply.headers.get('access-control-expose-headers'))).toContain('Retry-After')
  })

  test('500 and 503', async () => {
    const request = () =>
      send(service.address, 'GET /asset-models', { token: ada.token, headers: { origin } })
    await service.database.sql`alter table asset_models rename column manufacturer to gone`
    const failed = await request()
    await service.database.sql`alter table asset_models rename column gone to manufacturer`
    const late = await service.database.sql.begin(async (tx) => {
      await tx`lock table asset_models in access exclusive mode`
      return request()
    })
    expect([failed.status, late.status]).toEqual([500, 503])
    for (const reply of [failed, late]) expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
  })
})
