import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { comparable, send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { distinguishability, ENOUGH } from './timing.ts'

let mail: MailServer
let service: TestService
let ada: TestUser

beforeAll(async () => {
  mail = await startMailServer()
  service = await startService({ ...mail.settings, MAIL_RATE: '0' })
  ada = await service.signUp()
})
afterAll(async () => {
  await service.stop()
  await mail.stop()
})

const request = (json: unknown) => send(service.address, 'POST /auth/forgot-password', { json })

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
  const replies = await Promise.all(addresses.map((email) => request({ email })))
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
  expect((await request(body)).json).toMatchObject({ status: 422, code: 'validation_failed' })
})

test('the time of the answer does not show whether there is an account', async () => {
  let serial = 0
  const unknown = async () => {
    serial += 1
    return (await request({ email: `nobody${serial}@example.org` })).ms
  }
  const known = async () => (await request({ email: ada.email })).ms
  for (let n = 0; n < 100; n += 1) await Promise.all([known(), unknown()])
  expect(await distinguishability(1_000, [known, unknown])).toBeLessThanOrEqual(ENOUGH)
})

test('an installation that cannot send mail answers the same', async () => {
  const without = await startService()
  try {
    const reply = await send(without.address, 'POST /auth/forgot-password', { json: { email: ada.email } })
    expect(comparable(reply)).toEqual(comparable(await request({ email: ada.email })))
  } finally {
    await without.stop()
  }
})
