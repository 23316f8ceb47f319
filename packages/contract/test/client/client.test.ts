import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type ApiProblem, type ClientOptions, contract, createClient, type Result } from '../../src/index.ts'
import { endpointsOf } from '../../src/kernel/openapi/types.ts'
import { conflict, failure, ID, json, problem, serviceThat, silence } from './service.ts'

test('path parameters come first, then the body, then the options', async () => {
  const { client, seen } = await serviceThat(json(200, {}), { token: 'abc', tenantId: 'usual' })
  await client.assets.update(
    { asset_id: ID },
    { name: 'Laptop' },
    { ifMatch: '"1"', idempotencyKey: 'k', tenantId: 'mine' },
  )
  expect(seen[0]).toMatchObject({ method: 'PATCH', url: `/assets/${ID}`, body: '{"name":"Laptop"}' })
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer abc',
    'content-type': 'application/json',
    'if-match': '"1"',
    'idempotency-key': 'k',
    'x-tenant-id': 'mine',
  })
})

test('without path parameters the body comes first; without a body the options do', async () => {
  const { client, seen } = await serviceThat(json(200, {}))
  await client.assetModels.create({ name: 'X1', tracking_type: 'countable' }, { idempotencyKey: 'k' })
  await client.assets.get({ asset_id: ID }, { tenantId: 'mine' })
  expect(seen[0]).toMatchObject({ method: 'POST', body: '{"name":"X1","tracking_type":"countable"}' })
  expect(seen[0]?.headers['idempotency-key']).toBe('k')
  expect(seen[1]?.headers['x-tenant-id']).toBe('mine')
})

test('orders are one parameter, values to choose from are repeated, what is undefined is left out', async () => {
  const { client, seen } = await serviceThat(json(200, []))
  await client.assets.list({ sort: ['name', '-id'], status: ['lost', 'stolen'], q: undefined, count: true })
  expect(seen[0]?.url).toBe('/assets?sort=name%2C-id&status=lost&status=stolen&count=true')
  expect(seen[0]?.body).toBe('')
})

test('records to include are named in the query of a list, and in the options of a record', async () => {
  const { client, seen } = await serviceThat(json(200, []))
  await client.assets.list({ include: ['person', 'model'], limit: 2 })
  await client.assets.get({ asset_id: ID }, { include: ['location'], tenantId: 'mine' })
  expect(seen.map(({ url }) => url)).toEqual([
    '/assets?include=person&include=model&limit=2',
    `/assets/${ID}?include=location`,
  ])
  expect(seen[1]?.headers['x-tenant-id']).toBe('mine')
})

test('each request asks for what the client has written and read so far, wherever it is answered', async () => {
  const positions = ['9/A0', '10/0', 'A/FFFFFFFF']
  const { client, seen } = await serviceThat((request, response) =>
    json(200, {}, { 'x-read-after': positions.shift() ?? '' })(request, response),
  )
  for (const name of ['First', 'Second', 'Third']) await client.assets.update({ asset_id: ID }, { name })
  await client.assets.get({ asset_id: ID })
  // The third answer has an earlier position.
  expect(seen.map(({ headers }) => headers['x-read-after'])).toEqual(['0/0', '9/A0', '10/0', '10/0'])
})

test('an export is read as it arrives, for longer than the timeout of a call', async () => {
  const { client, seen } = await serviceThat(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('name\r\n')
      setTimeout(() => response.end('Laptop\r\n'), 6_000)
    },
    { timeoutMs: 5_000 },
  )
  const table = await client.assets.list.csv({ status: ['lost'], columns: ['name', 'model.name'] })
  expect(await text(table)).toBe('name\r\nLaptop\r\n')
  expect(seen[0]).toMatchObject({
    url: '/assets?status=lost&columns=name%2Cmodel.name',
    headers: { accept: 'text/csv, application/problem+json' },
  })
})

test('an export that is cut off fails, and one that is refused has its problem', async () => {
  const begun = Promise.withResolvers<void>()
  const cut = await serviceThat(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{}\n')
    await begun.promise
    response.destroy()
  })
  const lines = await cut.client.assets.list.ndjson()
  begun.resolve()
  await expect(text(lines)).rejects.toThrow()
  const { client } = await serviceThat(problem)
  await expect(client.assets.list.csv()).rejects.toMatchObject({ code: 'already_exists', status: 409 })
})

test('an export that does not begin in time is given up', async () => {
  const { client } = await serviceThat(silence, { timeoutMs: 50, retries: 0 })
  await expect(client.assets.list.csv()).rejects.toMatchObject({ reason: 'timeout' })
})

test('a form is sent as one', async () => {
  const { client, seen } = await serviceThat(json(200, {}))
  await client.me.signIn({ username: 'ada@example.org', password: 'a&b =ü' })
  expect(seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(seen[0]?.body).toBe('username=ada%40example.org&password=a%26b+%3D%C3%BC')
})

test('public operations are sent neither token nor tenant', async () => {
  const { client, seen } = await serviceThat(json(200, {}), { token: () => 'abc', tenantId: 'mine' })
  await client.auth.createToken({ email: 'ada@example.org', password: 'secret' })
  expect(seen[0]?.headers.authorization).toBeUndefined()
  expect(seen[0]?.headers['x-tenant-id']).toBeUndefined()
})

test('all() follows the links, on the address that the client uses', async () => {
  const pages: Record<string, [unknown[], string?]> = {
    '/under/assets?limit=2&status=lost': [[1, 2], '/assets?limit=2&cursor=a'],
    '/under/assets?limit=2&cursor=a': [[3, 4], 'http://inside.example/assets?limit=2&cursor=b'],
    '/under/assets?limit=2&cursor=b': [[5]],
  }
  const { baseUrl, seen } = await serviceThat((request, response) => {
    const [rows, next] = pages[request.url ?? ''] ?? [[]]
    json(200, rows, next ? { link: `</assets>; rel="first", <${next}>; rel="next"` } : {})(request, response)
  })
  const client = createClient(contract, { baseUrl: `${baseUrl}/under/` })
  const rows: unknown[] = []
  for await (const row of client.assets.list.all({ limit: 2, status: ['lost'] })) rows.push(row)
  expect(rows).toEqual([1, 2, 3, 4, 5])
  expect(seen.map(({ url }) => url)).toEqual(Object.keys(pages))
})

test('all() throws the problem of a page', async () => {
  const { client } = await serviceThat(problem)
  await expect(client.assets.list.all().next()).rejects.toMatchObject({ code: 'already_exists' })
})

test('204 is a success without a body', async () => {
  const { client } = await serviceThat((_, response) => response.writeHead(204).end())
  expect(await client.assets.delete({ asset_id: ID })).toBeUndefined()
})

test('304 is reported by safe()', async () => {
  const { client, seen } = await serviceThat((_, response) => response.writeHead(304, { etag: '"1"' }).end())
  const result = await client.assets.get.safe({ asset_id: ID }, { ifNoneMatch: '"1"' })
  expect(result).toMatchObject({ ok: true, status: 304, notModified: true, data: undefined })
  expect(seen[0]?.headers['if-none-match']).toBe('"1"')
  // @ts-expect-error a plain call could only answer undefined, so it does not take an ETag
  const plain = () => client.assets.get({ asset_id: ID }, { ifNoneMatch: '"1"' })
  expect(plain).toBeTypeOf('function')
})

test('a problem is thrown by a call and returned by safe(), after onProblem has seen it', async () => {
  const seen: string[] = []
  const { client } = await serviceThat(problem, {
    onProblem: ({ code }, { operationId }) => seen.push(`${operationId} ${code}`),
  })
  await expect(client.assets.get({ asset_id: ID })).rejects.toMatchObject({
    name: 'ApiProblem',
    status: 409,
    code: 'already_exists',
    retryAfterSeconds: 7,
    problem: conflict,
  } satisfies Partial<Record<keyof ApiProblem, unknown>>)
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('already_exists')
  expect(seen).toEqual(['getAsset already_exists', 'getAsset already_exists'])
})

test('an onProblem that throws does not hide the problem', async () => {
  const { client } = await serviceThat(problem, {
    onProblem: () => {
      throw new Error('a fault of the page')
    },
  })
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('already_exists')
})

const page: RequestListener = (_, response) => response.end('<h1>Sign in to the network</h1>')
const others: [who: string, answer: RequestListener][] = [
  ['a page with 200', page],
  ['an empty 200', (_, response) => response.end()],
  ['a page with 502', (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
  [
    'a problem that is not JSON',
    (_, response) => response.writeHead(500, { 'content-type': 'application/problem+json' }).end('oops'),
  ],
  ['a problem that is null', json(500, null, { 'content-type': 'application/problem+json' })],
]

test.each(others)('%s is not the service', async (_, answer) => {
  const { client } = await serviceThat(answer)
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('not_the_service')
})

test('a call is given up after its time', async () => {
  const { client } = await serviceThat(silence, { timeoutMs: 20 })
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('timeout')
  const stalled = await serviceThat((_, response) => response.writeHead(200).write('{'))
  expect(failure(await stalled.client.assets.get.safe({ asset_id: ID }, { timeoutMs: 50 }))).toBe('timeout')
})

test('a call ends when its caller aborts it', async () => {
  const { client } = await serviceThat(silence)
  const controller = new AbortController()
  const pending = client.assets.get.safe({ asset_id: ID }, { signal: controller.signal })
  controller.abort()
  expect(failure(await pending)).toBe('aborted')
})

test('nobody who listens is a fault of the network', async () => {
  const client = createClient(contract, { baseUrl: 'http://127.0.0.1:1' })
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('network')
})

const fault = () => {
  throw new Error('no token')
}
const unsendable: [what: string, options: Partial<ClientOptions>][] = [
  ['a bad base URL', { baseUrl: 'nowhere' }],
  ['an impossible timeout', { timeoutMs: -1 }],
  ['a header that is none', { tenantId: 'a\nb' }],
  ['a token that cannot be had', { token: fault }],
]

test.each(unsendable)('safe() does not reject because of %s', async (_, options) => {
  const { client, seen } = await serviceThat(json(200, {}), options)
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('not_sent')
  expect(seen).toEqual([])
})

test('safe() does not reject because of missing arguments', async () => {
  const { client } = await serviceThat(json(200, {}))
  const { safe } = client.assets.get as unknown as { safe(): Promise<Result<unknown>> }
  expect(failure(await safe())).toBe('not_sent')
})

const publicOperations = endpointsOf(contract)
  .map(({ endpoint }) => endpoint)
  .filter(({ permission }) => permission === 'public')
const account = { email: 'ada@example.org', password: 'plum orchard lantern 42' }

test('an owner adds somebody: the token and the tenant are sent where they are optional', async () => {
  const { client, seen } = await serviceThat(json(201, {}), { token: () => 'abc', tenantId: 'mine' })
  await client.users.create(account)
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-tenant-id': 'mine' })
})

test('a client without a token signs up: it sends neither token nor tenant', async () => {
  const { client, seen } = await serviceThat(json(201, {}), { token: () => null, tenantId: 'mine' })
  await client.users.create(account)
  expect(seen[0]?.headers.authorization).toBeUndefined()
  expect(seen[0]?.headers['x-tenant-id']).toBeUndefined()
})

test('no other public operation is sent a token that the client still has', async () => {
  const { baseUrl, seen } = await serviceThat(json(200, {}))
  const others = publicOperations.filter(({ withToken }) => withToken === undefined)
  const client = createClient(
    { others: Object.fromEntries(others.map((one) => [one.operationId, one])) },
    {
      baseUrl,
      token: 'stale',
      tenantId: 'mine',
    },
  )
  for (const { operationId, path } of others) {
    const call = client.others[operationId] as unknown as Record<
      'safe',
      (...args: object[]) => Promise<unknown>
    >
    await (path.includes('{') ? call.safe({ code: 'x', problem_code: 'x' }, {}) : call.safe({}))
  }
  expect(seen).toHaveLength(others.length)
  expect(seen.map(({ url }) => url)).toContain('/auth/token')
  for (const { url, headers } of seen)
    expect([url, headers.authorization, headers['x-tenant-id']]).toEqual([url, undefined, undefined])
})

/** Error answers that are not from the service, or that are incomplete. */
const bodies: [what: string, type: string, body: string][] = [
  ['a page', 'text/html', '<h1>Sign in to the network</h1>'],
  ['JSON of somebody else', 'application/json', '{"detail":"Not authenticated"}'],
  ['a problem without a code', 'application/problem+json', '{"title":"Unauthorized"}'],
  ['a problem that claims another status', 'application/problem+json', '{"code":"odd","status":200}'],
  ['half a problem', 'application/problem+json', '{"code":"not_authen'],
  ['a list', 'application/problem+json', '[]'],
  ['nothing', 'application/problem+json', ''],
]

describe.each([401, 409, 503])('a %i', (status) => {
  test.each(bodies)('with %s keeps its status, and onError sees it', async (_, type, body) => {
    const seen: unknown[] = []
    const answer: RequestListener = (__, response) =>
      response.writeHead(status, { 'content-type': type, 'retry-after': '7' }).end(body)
    const { client } = await serviceThat(answer, {
      retries: 0,
      onError: (error, { operationId }) => seen.push([operationId, error.status]),
    })
    const result = await client.assets.get.safe({ asset_id: ID })
    expect(result).toMatchObject({ ok: false, error: { status, retryAfterSeconds: 7 } })
    expect(seen).toEqual([['getAsset', status]])
  })

  test('that breaks off keeps its status', async () => {
    const answer: RequestListener = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/problem+json', 'content-length': '500' })
      response.write('{"code":"', () => response.destroy())
    }
    const { client } = await serviceThat(answer, { retries: 0 })
    expect(await client.assets.get.safe({ asset_id: ID })).toMatchObject({
      ok: false,
      error: { reason: 'network', status },
    })
  })
})
