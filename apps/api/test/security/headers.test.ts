import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '../service.ts'
import { send } from './send.ts'

let service: TestService
let ada: TestUser

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
})
afterAll(() => service.stop())

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const withId = (id: string, request = 'GET /me') =>
  send(service.address, request, { token: ada.token, headers: { 'x-request-id': id } })

test.each(['a', 'A-Z.0_9', 'x'.repeat(128)])('the request id %s is taken over', async (id) => {
  for (const request of ['GET /me', 'GET /nowhere', 'PUT /me', 'POST /asset-models', 'GET /assets?x=1']) {
    const reply = await withId(id, request)
    expect(reply.headers.get('x-request-id')).toBe(id)
    if (reply.status >= 400) expect(reply.json.request_id).toBe(id)
  }
})

test.each(['', 'a b', 'x'.repeat(129), 'a\u00e4', '<script>', 'a/b', 'a;b', '../x', '%0a', '{}'])(
  'the request id %j is replaced',
  async (id) => {
    expect((await withId(id)).headers.get('x-request-id')).toMatch(ULID)
  },
)

test('every request gets another id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () =>
      (await send(service.address, 'GET /me')).headers.get('x-request-id'),
    ),
  )
  expect(new Set(ids).size).toBe(50)
})

test('the request id is in the audit log', async () => {
  await send(service.address, 'POST /asset-models', {
    token: ada.token,
    json: { name: 'Traced', tracking_type: 'countable' },
    headers: { 'x-request-id': 'trace-me' },
  })
  const rows = await service.database.sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant('01K00000000000000000000001')`
    return tx`select action, operation, actor_id, session_id, source from audit_log where request_id = 'trace-me'`
  })
  expect([...rows]).toEqual([
    {
      action: 'created',
      operation: 'createAssetModel',
      actor_id: ada.id,
      session_id: ada.sessionId,
      source: '127.0.0.1',
    },
  ])
})

test.each([
  ['GET', '/me', 200],
  ['HEAD', '/me', 200],
  ['HEAD', '/asset-models', 200],
  ['HEAD', '/nowhere', 404],
])('%s %s has the headers of an answer, and HEAD no body', async (method, path, status) => {
  const reply = await send(service.address, `${method} ${path}`, { token: ada.token })
  expect(reply.status).toBe(status)
  expect(reply.text === '').toBe(method === 'HEAD')
})

test('the answer names the tenant of the request', async () => {
  const reply = await send(service.address, 'GET /asset-models', { token: ada.token })
  expect(reply.headers.get('x-tenant-id')).toBe('01K00000000000000000000001')
})

test.each([
  '01K00000000000000000000000',
  '01K00000000000000000000099',
  'x',
  "' or 1=1 --",
  '',
  '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
])('the tenant %j is refused, never replaced by another', async (tenantId) => {
  const reply = await send(service.address, 'GET /asset-models', { token: ada.token, tenantId })
  expect(reply.json).toMatchObject({ status: 403, code: 'tenant_access_denied' })
  expect(reply.headers.get('x-tenant-id')).toBeNull()
})

test.each([
  ['/livez', 200, /^text\/plain; charset=utf-8$/],
  ['/readyz', 200, /^text\/plain; charset=utf-8$/],
  ['/problems/not_found', 200, /^text\/html; charset=utf-8$/],
  ['/docs', 200, /^text\/html; charset=utf-8$/],
])('%s has the security headers, too', async (path, status, type) => {
  const { status: actual, headers } = await fetch(service.address + path)
  expect(actual).toBe(status)
  expect(headers.get('content-type')).toMatch(type)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/)
  expect(headers.get('set-cookie')).toBeNull()
})

test.each(['/openapi.json', '/openapi.sdk.json'])(
  '%s is sent compressed, and not again to whoever has it',
  async (path) => {
    const request = (headers: Record<string, string>) => fetch(service.address + path, { headers })
    const plain = await request({ 'accept-encoding': 'identity' })
    const compressed = await request({ 'accept-encoding': 'br, gzip;q=0.5' })
    expect([plain, compressed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
    expect(await compressed.text()).toBe(await plain.text())
    for (const { status, headers } of [plain, compressed]) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('vary')).toBe('Origin, Accept-Encoding')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/)
      const again = await request({
        'accept-encoding': headers.get('content-encoding') ?? 'identity',
        'if-none-match': headers.get('etag') ?? '',
      })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([
        304,
        '',
        headers.get('etag'),
      ])
    }
    expect(plain.headers.get('etag')).not.toBe(compressed.headers.get('etag'))
    expect((await request({ 'if-none-match': '"another"' })).status).toBe(200)
    expect((await request({ 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding')).toBeNull()
  },
)

const wellKnown = [
  '/.git/config',
  '/.env',
  '/package.json',
  '/src/main.ts',
  '/metrics',
  '/debug',
  '/debug/pprof',
  '/actuator',
  '/admin',
  '/docs/../package.json',
  '/docs/package.json',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e/package.json',
  '/docs/swagger-ui.css.map',
  '/docs/swagger-ui-bundle.js.map',
  '/problems/__proto__',
  '/problems/constructor',
  '/docs/__proto__',
  '/server-status',
  '/graphql',
  '/.well-known/jwks.json',
]
test.each(wellKnown)('there is nothing at %s', async (path) => {
  expect((await fetch(service.address + path)).status).toBe(404)
})

/** Names of files that deployments leave behind. `endings` are those of the copies that editors and archivers make. */
const leftBehind = [
  '.env .env.local .env.production .git/HEAD .git/index .gitignore .hg/store .svn/entries .npmrc .ssh/id_rsa .aws/credentials',
  '.DS_Store .dockerenv .htaccess .htpasswd Dockerfile compose.yaml docker-compose.yml package.json pnpm-lock.yaml tsconfig.json',
  'node_modules/hono/package.json src/main.ts src/app.ts dist/main.js config.json config/database.yml settings.json passwords.json',
  'backup backup.sql dump.sql database.sqlite db.sql data/postgresql.conf logs/error.log debug.log core phpinfo.php wp-login.php',
  'server-status actuator/env actuator/heapdump debug/vars debug/pprof/heap graphql swagger.json api-docs metrics healthz console',
]
  .join(' ')
  .split(' ')
const endings = ['', '.bak', '.old', '.orig', '.save', '.swp', '~', '.map', '.zip', '.tar.gz']
const crawled = leftBehind.flatMap((name) => endings.map((ending) => `/${name}${ending}`))

test('a crawl of 500 paths finds nothing that a deployment leaves behind', async () => {
  expect(crawled.length).toBeGreaterThanOrEqual(500)
  const found: string[] = []
  for (const path of crawled) {
    const { status } = await fetch(service.address + path)
    if (status !== 404) found.push(`${path} ${status}`)
  }
  expect(found).toEqual([])
})

test('DOCS=off leaves no reference page', async () => {
  const closed = await startService({ DOCS: 'off' })
  for (const path of ['/docs', '/docs/start.js', '/docs/swagger-ui.css'])
    expect((await fetch(closed.address + path)).status).toBe(404)
  expect((await fetch(`${closed.address}/openapi.json`)).status).toBe(200)
  await closed.stop()
})
