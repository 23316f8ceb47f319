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
  "'; select pg_sleep(100); --",
  '1; select pg_sleep(100)',
  "' || pg_sleep(100) || '",
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
  '\u00e9',
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

test.each(payloads)('%j is data: it is returned as it was sent', async (payload) => {
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

const unseen = [
  ['a line break', '\r\nSet-Cookie: x=y'],
  ['a tabulator', '\t'],
  ['an escape', '\u001b[31m'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['an override', '\u202egnirts'],
  ['an isolate', '\u2067x\u2069'],
  ['a direction mark', '\u200f'],
  ['an Arabic letter mark', '\u061c'],
  ['a byte order mark', '\ufeffmark'],
  ['a zero-width space', '\u200b'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
] as const

test.each(unseen)('a name with %s is refused, a description accepts it', async (_, unwanted) => {
  const model = (name: string, description: string) =>
    send(service.address, 'POST /asset-models', {
      token: ada.token,
      json: { name, tracking_type: 'countable', description },
    })
  const refused = await model(`n ${unwanted} n`, 'd')
  expect(refused.json).toMatchObject({
    status: 422,
    errors: [{ pointer: '/name', code: 'invalid_format' }],
  })
  const existing = await model(`n ${unseen.findIndex(([, one]) => one === unwanted)} n`, `d ${unwanted} d`)
  expect(existing.json).toMatchObject({ description: `d ${unwanted} d` })
})

test.each([
  ['é in two characters', 'Cafe\u0301', 'Café'],
  ['blanks around it', ' \u00a0Bar\ufeff ', 'Bar'],
  ['a joiner that nobody sees', 'La\u200cp\u200dtop', 'Laptop'],
  ['a joiner at its end', 'Chair\u200d', 'Chair'],
  ['a joiner after a letter that does not join', 'دفتر\u200cها', 'دفترها'],
])('a name with %s is that without, and as unique', async (_, sent, stored) => {
  const make = (name: string) =>
    send(service.address, 'POST /location-types', { token: ada.token, json: { name } })
  expect((await make(sent)).json.name).toBe(stored)
  expect((await make(stored)).json).toMatchObject({ code: 'already_exists' })
  expect((await make(sent.toUpperCase())).json).toMatchObject({ code: 'already_exists' })
  for (const parameter of ['name', 'q']) {
    const query = `${parameter}=${encodeURIComponent(parameter === 'q' ? sent.replace(/[\u200c\u200d]/g, '') : sent)}`
    const found = await send(service.address, `GET /location-types?${query}`, { token: ada.token })
    expect(JSON.parse(found.text)).toMatchObject([{ name: stored }])
  }
})

test.each([
  'کتاب\u200cخانه',
  'می\u200cخواهم',
  'क्\u200dष',
  '👩\u200d🏫 Teachers',
  '👩🏽\u200d💻 and ❤️\u200d🔥',
])('the name %s keeps the joiner that its script needs', async (name) => {
  const made = await send(service.address, 'POST /location-types', { token: ada.token, json: { name } })
  expect(made.json.name).toBe(name)
})

test('a name from before there was the rule is answered, and changed with the next one', async () => {
  const made = await send(service.address, 'POST /location-types', {
    token: ada.token,
    json: { name: 'Old' },
  })
  const id = String(made.json.id)
  const old = 'Old \u202eCafe\u0301\u200b'
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${String(made.json.tenant_id)})`
    await sql`update location_types set name = ${old} where id = ${id}`
  })
  const path = `/location-types/${id}`
  expect((await send(service.address, `GET ${path}`, { token: ada.token })).json.name).toBe(old)
  const listed = await send(service.address, 'GET /location-types?limit=500', { token: ada.token })
  expect(listed.status).toBe(200)
  const changed = await send(service.address, `PATCH ${path}`, {
    token: ada.token,
    json: { description: 'Changed' },
  })
  expect(changed.json).toMatchObject({ name: old, description: 'Changed' })
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

test.each(parameters)('the parameter %s runs no SQL', async (parameter) => {
  for (const payload of payloads) {
    const reply = await send(
      service.address,
      `GET /asset-models?${parameter}=${encodeURIComponent(payload)}`,
      { token: ada.token },
    )
    expect([200, 422], `${payload}: ${reply.text.slice(0, 200)}`).toContain(reply.status)
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
