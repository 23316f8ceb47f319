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

const payloads = [
  "' or '1'='1",
  "'; drop table users; --",
  "'; select pg_sleep(10); --",
  '1; select pg_sleep(10)',
  "' || pg_sleep(10) || '",
  "\\'; drop table users; --",
  '"; drop table users; --',
  "') union select password_hash from users --",
  '$1',
  '$$; drop table users; $$',
  '$'.concat('{1+1}'),
  '{{7*7}}',
  '%27%20or%201=1',
  '%',
  '_',
  '\\',
  '\\x41',
  'a\\',
  "'",
  '"',
  '`id`',
  '$(id)',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '\r\nSet-Cookie: x=y',
  '\u202egnirts',
  '\ufeffmark',
  '\u200b',
  'e\u0301 \u00e9',
  '\ud83d\ude00',
  '\uffff\ufffe',
  'İıſK',
  'null',
  'undefined',
  'NaN',
  '{"$gt":""}',
  "E'\\\\'",
  'x:y & !z | (a)',
  "a' & 'b",
  '()()(((',
  ':*',
  '<->',
]

test.each(payloads)('%j is data: it comes back as it was sent', async (payload) => {
  const name = `n ${payload} n`
  const created = await send(service.address, 'POST /asset-models', {
    token: ada.token,
    json: { name, tracking_type: 'countable', description: payload.trim() === '' ? null : `d ${payload} d` },
  })
  expect(created.status, created.text).toBe(201)
  expect(created.json.name).toBe(name)
  const read = await send(service.address, `GET /asset-models/${created.json.id}`, { token: ada.token })
  expect(read.json.name).toBe(name)
  const found = await send(service.address, `GET /asset-models?name=${encodeURIComponent(name)}`, {
    token: ada.token,
  })
  expect(JSON.parse(found.text)).toMatchObject([{ id: created.json.id }])
})

const parameters = [
  'q',
  'name',
  'category',
  'sort',
  'cursor',
  'limit',
  'archived',
  'shared',
  'tracking_type',
  'created_at__gte',
  'count',
  'manufacturer__is_null',
  'nonsense',
]

test.each(parameters)('the parameter %s takes no SQL', async (parameter) => {
  for (const payload of payloads) {
    const reply = await send(
      service.address,
      `GET /asset-models?${parameter}=${encodeURIComponent(payload)}`,
      { token: ada.token },
    )
    expect([200, 422], `${payload}: ${reply.text.slice(0, 200)}`).toContain(reply.status)
    expect(reply.ms).toBeLessThan(3_000)
  }
})

test.each(['%00', '%ed%a0%80', '%ff', '%', '%zz'])(
  'the query with %s is refused or read as text, never a failure of ours',
  async (encoded) => {
    for (const query of [`q=${encoded}`, `${encoded}=1`, `name=${encoded}`]) {
      const reply = await send(service.address, `GET /asset-models?${query}`, { token: ada.token })
      expect([200, 400, 422]).toContain(reply.status)
    }
  },
)

test.each(['%ff', '%ed%a0%80', 'x%c3', '%C3%28'])(
  'the query with %s names what is no UTF-8',
  async (encoded) => {
    const reply = await send(service.address, `GET /asset-models?name=x&q=${encoded}`, { token: ada.token })
    expect(reply.status).toBe(422)
    expect(reply.json.errors).toMatchObject([{ in: 'query', pointer: 'q', code: 'invalid_format' }])
  },
)

test('a query of many parameters gets a short refusal', async () => {
  const query = Array.from({ length: 400 }, (_, n) => `unknown_parameter_${n}=x`).join('&')
  const reply = await send(service.address, `GET /asset-models?${query}`, { token: ada.token })
  expect(reply.status).toBe(422)
  expect(reply.text.length).toBeLessThanOrEqual(8_192)
})

test.each([
  'x',
  '01K0000000000000000000009',
  '01K000000000000000000000990',
  '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '01K0000000000000000000009I',
  '01K0000000000000000000009U',
  '%20',
  '..',
  '01K00000000000000000000099%00',
  "'",
  '-1',
  '0',
  'null',
  '\u0660\u0661K00000000000000000000099',
])('the id %s is that of nothing', async (id) => {
  const unknown = await send(service.address, 'GET /asset-models/01K00000000000000000000099', {
    token: ada.token,
  })
  for (const method of ['GET', 'DELETE']) {
    const reply = await send(service.address, `${method} /asset-models/${id}`, { token: ada.token })
    expect([404, 405, 200]).toContain(reply.status)
    if (reply.status === 404) expect(reply.json.detail).toBe(unknown.json.detail)
  }
})

test('everything is still there', async () => {
  const [row] = await service.database.sql`select count(*)::int as users from users`
  expect(row?.users).toBe(1)
})
