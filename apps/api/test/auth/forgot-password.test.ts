import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable, send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'

let service: TestService
let ada: TestUser

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
})
afterAll(() => service.stop())

const ask = (json: unknown) => send(service.address, 'POST /auth/forgot-password', { json })

test('known, unknown and deactivated addresses get the same answer', async () => {
  const gone = await service.signUp()
  await service.database.sql`update users set status = 'deactivated' where id = ${gone.id}`
  const addresses = [
    ada.email,
    ada.email.toUpperCase(),
    gone.email,
    'nobody@example.org',
    'plausible+but@no.such.example',
  ]
  const replies = await Promise.all(addresses.map((email) => ask({ email })))
  for (const reply of replies) {
    expect(reply.status).toBe(200)
    expect(comparable(reply)).toEqual(comparable(replies[0] ?? reply))
  }
})

test.each([
  [{ email: 'no address' }],
  [{ email: '' }],
  [{ email: 'a@b' }],
  [{ email: null }],
  [{}],
  [{ email: 'ada@example.org', redirect: 'https://evil.example' }],
  [[]],
  ['ada@example.org'],
])('the body %j is refused', async (body) => {
  expect((await ask(body)).json).toMatchObject({ status: 422, code: 'validation_failed' })
})
