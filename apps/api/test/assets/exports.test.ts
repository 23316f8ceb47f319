import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

const COUNT = 1_203

let service: TestService
let owner: TestUser
let tenantId: string
beforeAll(async () => {
  service = await startService()
  owner = await service.signUp()
  tenantId = await createTenant(service, { owners: [owner] })
  const client = service.as(owner.token, tenantId)
  const { id } = await client.assetModels.create({ name: 'Cable, "long"', tracking_type: 'countable' })
  for (const name of ['=1+2', '-3', '@sum', '+49', 'Plain, "quoted" name'])
    await client.assets.create({ model_id: id, name, notes: 'a line\nand another' })
  const rows = Array.from({ length: COUNT - 5 }, (_, at) => ({
    id: newId(),
    model_id: id,
    tracking_type: 'countable',
    name: `Cable ${at}`,
    asset_tag: `T-${at}`,
    // More than the socket buffers hold, so that an export waits for its client.
    notes: 'x'.repeat(10_000),
  }))
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into assets ${sql(rows)}`
  })
})
afterAll(() => service.stop())

/** Sends a list request with `node:http`, because `fetch` does not expose trailers. */
function get(path: string, accept: string, { token } = owner): Promise<IncomingMessage> {
  const headers = { accept, authorization: `Bearer ${token}`, 'x-tenant-id': tenantId }
  return new Promise((resolve, reject) => {
    request(`${service.address}${path}`, { headers }, resolve).on('error', reject).end()
  })
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function problemOf(response: IncomingMessage) {
  return { status: response.statusCode, problem: JSON.parse(await textOf(response)) }
}

test('a table has every record, and a trailer that says so', async () => {
  const response = await get('/assets?columns=asset_tag,name&sort=asset_tag', 'text/csv')
  const lines = (await textOf(response)).split('\r\n')
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="assets.csv"',
    trailer: 'Export-Count',
  })
  expect(response.headers).not.toHaveProperty('etag')
  expect(response.headers).not.toHaveProperty('link')
  expect(response.trailers).toEqual({ 'export-count': String(COUNT) })
  expect([lines[0], lines.length]).toEqual(['asset_tag,name', COUNT + 2])
})

test('a cell that begins like a formula is text, and a cell is quoted where it must be', async () => {
  const text = await textOf(await get('/assets?columns=name,quantity,notes&sort=id&q=another', 'text/csv'))
  expect(text).toBe(
    [
      'name,quantity,notes',
      ...["'=1+2", "'-3", "'@sum", "'+49", '"Plain, ""quoted"" name"'].map(
        (name) => `${name},1,"a line\nand another"`,
      ),
      '',
    ].join('\r\n'),
  )
})

test('included records have columns of their own', async () => {
  const text = await textOf(await get('/assets?include=model&columns=name,model.name&q=sum', 'text/csv'))
  expect(text).toBe('name,model.name\r\n\'@sum,"Cable, ""long"""\r\n')
  const [header] = (await textOf(await get('/assets?include=model&q=sum', 'text/csv'))).split('\r\n')
  expect(header?.split(',')).toEqual(expect.arrayContaining(['id', 'model_id', 'model.name', 'hidden']))
  expect(header?.split(',')).not.toContain('person.name')
})

test('lines of JSON have the records, or the requested members', async () => {
  const lines = (
    await textOf(await get('/assets?columns=name,model_id&q=sum', 'application/x-ndjson'))
  ).trim()
  expect(JSON.parse(lines)).toEqual({ name: '@sum', model_id: expect.any(String) })
})

test('an empty table has its header', async () => {
  expect(await textOf(await get('/assets?columns=name&q=nowhere', 'text/csv'))).toBe('name\r\n')
  expect(await textOf(await get('/assets?q=nowhere', 'application/x-ndjson'))).toBe('')
})

test('JSON stays what is answered unless an export is preferred', async () => {
  const types = [
    '*/*',
    'text/html, */*;q=0.8',
    'application/json, text/csv;q=0.5',
    'text/csv;q=0, */*',
    'text/csv;q=0.5, */*',
    'text/csv, application/json',
  ]
  for (const accept of types)
    expect([accept, (await get('/assets?limit=1', accept)).headers['content-type']]).toEqual([
      accept,
      'application/json; charset=utf-8',
    ])
  for (const accept of ['text/csv, */*;q=0.1', 'text/csv, */*', 'application/json;q=0.5, text/csv'])
    expect((await get('/assets?q=sum', accept)).headers['content-type'], accept).toMatch('text/csv')
  expect(await problemOf(await get(`/tenants/${tenantId}`, 'text/csv'))).toMatchObject({ status: 406 })
})

test('what an export cannot have is refused with what to do', async () => {
  const refused = async (path: string, accept = 'text/csv') => {
    const { status, problem } = await problemOf(await get(path, accept))
    return [status, problem.errors?.[0]?.pointer ?? problem.code]
  }
  expect(await refused('/assets?limit=5')).toEqual([422, 'limit'])
  expect(await refused('/assets?count=true')).toEqual([422, 'count'])
  expect(await refused('/assets?columns=nonsense')).toEqual([422, 'columns'])
  expect(await refused('/assets?columns=person.name')).toEqual([422, 'columns'])
  expect(await refused('/assets?columns=name', 'application/json')).toEqual([422, 'columns'])
  const stranger = await service.signUp()
  await grantOnly(service, tenantId, stranger, ['persons:read'])
  expect((await get('/assets', 'text/csv', stranger)).statusCode).toBe(403)
})

test('a session runs two exports at a time, until one ends or its client leaves', async () => {
  // Nothing reads the responses, so the exports wait when the first buffer is full.
  const running = await Promise.all([1, 2].map(() => get('/assets', 'text/csv')))
  expect(await problemOf(await get('/assets', 'text/csv'))).toMatchObject({
    status: 429,
    problem: { code: 'rate_limited' },
  })
  running[0]?.destroy()
  await expect.poll(async () => (await get('/assets?q=sum', 'text/csv')).resume().statusCode).toBe(200)
  if (running[1]) await textOf(running[1])
})

test('an export ends where the permission does, and is cut off', async () => {
  const reader = await service.signUp()
  await grantOnly(service, tenantId, reader, ['assets:read'])
  const response = await get('/assets', 'application/x-ndjson', reader)
  await grantOnly(service, tenantId, reader, ['persons:read'])
  await expect(textOf(response)).rejects.toThrow('aborted')
  expect(response.complete).toBe(false)
})

test('HEAD has the headers of an export and ends it', async () => {
  for (let time = 0; time < 4; time += 1) {
    const headers = { accept: 'text/csv', authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenantId }
    const response = await fetch(`${service.address}/assets`, { method: 'HEAD', headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ])
  }
})
