import { afterAll, beforeAll, expect, test } from 'vitest'
import { allAuditRows } from '../auth/audit-rows.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { captureLog } from './log-lines.ts'
import { rawRequest, sendRaw } from './raw-socket.ts'
import { send } from './send.ts'

const captured = captureLog()
let service: TestService
let ada: TestUser

beforeAll(async () => {
  service = await startService(
    { TOKEN_KEYS: `k:${Buffer.from('canary-of-the-signing-key-canary!').toString('base64url')}` },
    undefined,
    { log: captured.log },
  )
  ada = await service.signUp()
})
afterAll(() => service.stop())

const lineOf = async (request: string, sent: Parameters<typeof send>[2]) => {
  const reply = await send(service.address, request, sent)
  const lines = captured.of(reply.headers.get('x-request-id'))
  expect(lines).toHaveLength(1)
  return { reply, line: lines[0] ?? {} }
}

test('a request of a user is one line that says who, what, where and how long', async () => {
  const { reply, line } = await lineOf('GET /asset-models', { token: ada.token })
  expect(line).toEqual({
    level: 30,
    module: 'http',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    request_id: reply.headers.get('x-request-id'),
    method: 'GET',
    operation: 'listAssetModels',
    status: 200,
    ms: expect.any(Number),
    user_id: ada.id,
    session_id: ada.sessionId,
    api_key_id: null,
    tenant_id: reply.headers.get('x-tenant-id'),
  })
})

test('a request of a trace is logged with the id of the trace', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const { line } = await lineOf('GET /me', {
    token: ada.token,
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  expect(line).toMatchObject({ operation: 'getMe', trace_id: traceId })
})

test.each([
  [
    'a later version with a part more',
    'GET /me',
    200,
    '01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x',
  ],
  ['an unknown path', 'GET /nowhere', 404, '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
])('the line of %s has the id of the trace', async (_, request, status, traceparent) => {
  const { line } = await lineOf(request, { token: ada.token, headers: { traceparent } })
  expect(line).toMatchObject({ status, trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' })
})

test.each([
  '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
  '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x',
  'a "line" of its own',
])('the traceparent %s is ignored', async (traceparent) => {
  const { reply, line } = await lineOf('GET /me', { token: ada.token, headers: { traceparent } })
  expect(reply.status).toBe(200)
  expect(line).not.toHaveProperty('trace_id')
})

test.each([
  ['POST /auth/token', { json: { email: 'nobody@example.org', password: 'wrong password' } }, 401],
  ['POST /users', { json: { email: 'x' } }, 422],
  ['GET /me', {}, 401],
  ['GET /me', { token: 'x.y.z' }, 401],
])('%s without a user is one line with nobody in it', async (request, sent, status) => {
  const { line } = await lineOf(request, sent)
  expect(line).toMatchObject({
    status,
    user_id: null,
    session_id: null,
    tenant_id: null,
    operation: expect.any(String),
  })
})

test.each([
  ['GET /nowhere', 404],
  ['DELETE /me', 405],
])('%s is one line, too', async (request, status) => {
  expect((await lineOf(request, { token: ada.token })).line).toMatchObject({
    status,
    method: request.split(' ')[0],
  })
})

test('the line of an invalid request names its members, but nothing else that was sent', async () => {
  const json = { name: 5, quantity: -1, custom_fields: { 'canary name': { deep: 1 } }, 'canary member': 1 }
  const { line } = await lineOf('POST /assets', { token: ada.token, json })
  expect(line).toMatchObject({ status: 422, code: 'validation_failed' })
  expect(line.errors).toEqual(
    expect.arrayContaining([
      { in: 'body', member: 'name', code: 'invalid_type' },
      { in: 'body', member: 'quantity', code: 'out_of_range' },
      { in: 'body', code: 'unknown_field' },
    ]),
  )
  expect(JSON.stringify(line)).not.toContain('canary')

  const { line: ofQuery } = await lineOf('GET /assets?limit=0&canary=1', { token: ada.token })
  expect(ofQuery.errors).toEqual([
    { in: 'query', code: 'unknown_parameter' },
    { in: 'query', member: 'limit', code: 'out_of_range' },
  ])
})

test('an unknown path is answered with where the paths are listed', async () => {
  const { reply } = await lineOf('GET /asset', { token: ada.token })
  expect(reply.json).toMatchObject({
    code: 'not_found',
    detail: 'No operation has this path. GET /openapi.json lists all paths.',
  })
})

test('the line of a refusal has the code of the problem, and the requested tenant', async () => {
  const { id: tenantId } = await ada.client.tenants.create({ name: 'Closed to others' })
  const bob = await service.signUp()
  const own = await bob.client.tenants.create({ name: 'Of his own' })
  const selected = { token: bob.token, json: { tenant_id: own.id } }
  expect((await send(service.address, 'POST /me/current-tenant', selected)).status).toBe(200)
  const optionsFor = (tenant: string) => ({ token: bob.token, headers: { 'x-tenant-id': tenant } })
  const foreign = await lineOf('GET /asset-models', optionsFor(tenantId))
  expect(foreign.line).toMatchObject({
    status: 403,
    code: 'tenant_access_denied',
    tenant_id: null,
    requested_tenant_id: tenantId,
  })
  const unknown = await lineOf('GET /asset-models?sort=nothing', { token: bob.token })
  expect(unknown.line).toMatchObject({
    status: 422,
    code: 'validation_failed',
    requested_tenant_id: own.id,
  })
  const slug = await lineOf('GET /asset-models', optionsFor('root'))
  expect(slug.reply.json).toMatchObject({
    status: 403,
    detail: expect.stringContaining('X-Tenant-Id must be the id of a tenant'),
  })
  expect(slug.line).not.toHaveProperty('requested_tenant_id')
  expect((await lineOf('GET /nowhere', {})).line).toMatchObject({ status: 404, code: 'not_found' })
})

test('line breaks and control characters cannot forge a line', async () => {
  const before = captured.lines().length
  const evil = 'x\n{"level":60,"msg":"forged"}\u001b[31m\r\n'
  await send(service.address, `GET /asset-models?q=${encodeURIComponent(evil)}`, { token: ada.token })
  await send(service.address, `GET /${encodeURIComponent(evil)}`)
  await send(service.address, 'POST /auth/token', { json: { email: evil, password: evil } })
  expect(captured.lines().length).toBe(before + 3)
  expect(captured.text()).not.toContain('forged')
  expect(captured.text()).not.toContain('\u001b')
})

test('a client that goes away is no error of ours', async () => {
  const before = captured.lines().length
  const head = rawRequest(
    'POST /asset-models',
    [`Authorization: Bearer ${ada.token}`, 'Content-Type: application/json', 'Content-Length: 100'],
    '{"name":',
  )
  for (let n = 0; n < 5; n += 1) await sendRaw(service.address, [head], { patience: 30 })
  await expect.poll(() => captured.lines().length).toBe(before + 5)
  expect(
    captured
      .lines()
      .slice(before)
      .filter(({ level }) => Number(level) >= 50),
  ).toEqual([])
})

test('nothing that is secret gets into the log, the audit log or an answer', async () => {
  const canary = 'canary-5f2a91'
  const password = `${canary} as a password`
  const email = 'canary.owner@example.org'
  const answers: string[] = []
  const sendLogged = async (request: string, sent: Parameters<typeof send>[2]) => {
    const reply = await send(service.address, request, sent)
    answers.push(reply.text)
    return reply
  }
  await sendLogged('POST /users', { json: { email, password } })
  await sendLogged('POST /users', { json: { email, password } })
  await sendLogged('POST /users', { json: { email: 'x', password, [canary]: canary } })
  await sendLogged('POST /me/signup', {
    body: `{"email":"${email}","password":"${password}"`,
    headers: { 'content-type': 'application/json' },
  })
  await sendLogged('POST /auth/token', { json: { email, password: `${password} but wrong` } })
  await sendLogged('POST /me/signin', { form: { username: email, password: `${password} but wrong` } })
  await sendLogged('POST /me/signin', { form: { username: password, password } })
  const tokens = await send(service.address, 'POST /auth/token', { json: { email, password } })
  const [access, refresh] = [String(tokens.json.access_token), String(tokens.json.refresh_token)]
  await sendLogged('GET /me', { token: access })
  await sendLogged('GET /me/sessions', { token: access })
  await sendLogged('GET /me', { token: `${access}x` })
  await sendLogged(`GET /me?access_token=${access}`, {})
  await sendLogged('POST /auth/refresh', { json: { refresh_token: `${refresh}x` } })
  const next = await send(service.address, 'POST /auth/refresh', { json: { refresh_token: refresh } })
  await sendLogged('POST /auth/refresh', { json: { refresh_token: refresh } })
  // An error of the database contains the parameters of the statement.
  await service.database
    .sql`alter table asset_models add constraint asset_models_test check (description not like 'canary%')`
  const failed = await sendLogged('POST /asset-models', {
    token: ada.token,
    json: { name: 'X', tracking_type: 'countable', description: canary },
  })
  expect(failed.status).toBe(500)

  const [user] = await service.database.sql`select password_hash from users where email = ${email}`
  const secrets = [
    access,
    refresh,
    String(next.json.refresh_token),
    access.split('.')[2] ?? '',
    String(user?.password_hash),
    'canary-of-the-signing-key',
  ]
  const written = {
    log: captured.text(),
    audit: JSON.stringify(await allAuditRows(service.database)),
    answers: answers.join('\n'),
  }
  for (const [where, text] of Object.entries(written)) {
    for (const secret of secrets)
      expect(text.includes(secret), `${secret.slice(0, 20)} in the ${where}`).toBe(false)
    // The answer repeats the name of an undeclared member to its sender; nothing else contains the canary.
    expect(text.replace(/"pointer":"[^"]*"|"detail":"[^"]*"/g, ''), where).not.toContain(canary)
  }
})

test('a failure of ours is logged with its request id, and the answer has no details', async () => {
  await service.database.sql`alter table asset_models rename column manufacturer to gone`
  const reply = await send(service.address, 'GET /asset-models', { token: ada.token })
  await service.database.sql`alter table asset_models rename column gone to manufacturer`
  expect(reply.json).toEqual({
    type: '/problems/internal_error',
    title: expect.any(String),
    status: 500,
    detail: expect.any(String),
    instance: '/asset-models',
    code: 'internal_error',
    request_id: reply.headers.get('x-request-id'),
  })
  const lines = captured.of(reply.headers.get('x-request-id'))
  expect(lines.map(({ level, operation }) => [level, operation])).toEqual([
    [50, 'listAssetModels'],
    [30, 'listAssetModels'],
  ])
  expect(JSON.stringify(lines)).not.toMatch(/select |manufacturer/i)
})
