import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { footprint } from './footprint.ts'
import { send } from './send.ts'

let service: TestService
let ada: TestUser

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
})
afterAll(() => service.stop())

const form = (body: string | Uint8Array<ArrayBuffer>, type = 'application/x-www-form-urlencoded') =>
  send(service.address, 'POST /me/signin', { body, headers: { 'content-type': type } })
const good = () => `username=${encodeURIComponent(ada.email)}&password=${encodeURIComponent(PASSWORD)}`

const bad: [what: string, body: () => string, statuses: number[]][] = [
  ['nothing', () => '', [422]],
  ['no password', () => 'username=ada', [422]],
  ['an empty password', () => 'username=ada&password=', [422]],
  ['the username twice', () => `${good()}&username=bob`, [422]],
  ['the password twice', () => `${good()}&password=x`, [422]],
  ['NUL', () => 'username=a%00b&password=x', [422]],
  ['a raw NUL', () => 'username=a\0b&password=x', [422]],
  ['escapes that are no UTF-8', () => 'username=ada&password=%ff%fe', [400]],
  ['a surrogate in escapes', () => 'username=ada&password=%ed%a0%80', [400]],
  ['a broken escape', () => 'username=ada&password=%zz', [400]],
  ['half an escape', () => 'username=ada&password=%4', [400]],
  ['another grant', () => `${good()}&grant_type=refresh_token`, [422]],
  ['a very long name', () => `username=${'a'.repeat(255)}&password=x`, [422]],
  ['a very long password', () => `username=ada&password=${'a'.repeat(1_025)}`, [422]],
  ['4,000 fields', () => 'a=1&'.repeat(4_000), [400, 422]],
  ['more than 16 KiB', () => `username=${'a'.repeat(2 ** 14)}&password=x`, [413]],
  ['JSON', () => JSON.stringify({ username: 'ada', password: PASSWORD }), [422]],
]
test.each(bad)('a form with %s is refused', async (_, body, statuses) => {
  const before = await footprint(service.database)
  const reply = await form(body())
  expect(statuses, reply.text.slice(0, 300)).toContain(reply.status)
  expect(reply.text.length).toBeLessThanOrEqual(8_192)
  expect(await footprint(service.database)).toEqual(before)
})

test.each(['client_id=x', '__proto__=x', 'password[]=x', 'scope=openid&client_secret=y'])(
  'the further field %s is ignored',
  async (field) => {
    expect((await form(`${good()}&${field}`)).status).toBe(200)
  },
)

test('raw bytes that are no UTF-8 are refused', async () => {
  expect((await form(new Uint8Array(Buffer.from('username=ada&password=\xff', 'latin1')))).status).toBe(400)
})

test.each(['multipart/form-data; boundary=x', 'text/plain', 'application/json', ''])(
  'the content type %j is refused',
  async (type) => {
    expect((await form(good(), type)).json).toMatchObject({
      status: 415,
      supported: ['application/x-www-form-urlencoded'],
    })
  },
)

test('plus, escapes and UTF-8 are decoded as a browser encodes them', async () => {
  const password = 'blanks + plus & ümlaut 😀'
  await service.anonymous.me.signUp({ email: 'form@example.org', password })
  const body = new URLSearchParams({ username: 'form@example.org', password }).toString()
  expect((await form(body)).status).toBe(200)
  expect((await form(`username=form@example.org&password=${encodeURIComponent(password)}`)).status).toBe(200)
})
