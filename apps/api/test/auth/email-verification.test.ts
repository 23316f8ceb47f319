import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { attemptKey } from '../../src/system/throttle.repository.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService } from '../service.ts'
import { grantOnly } from '../world.ts'
import { allAuditRows } from './audit-rows.ts'

let mail: MailServer
let service: TestService
beforeAll(async () => {
  mail = await startMailServer()
  service = await startService({ ...mail.settings })
})
afterAll(async () => {
  await service.stop()
  await mail.stop()
})

const verify = (token: string) => send(service.address, 'POST /auth/verify-email', { json: { token } })
const signIn = async (email: string) =>
  (await send(service.address, 'POST /auth/token', { json: { email, password: PASSWORD } })).status

let serial = 0
const newAddress = () => {
  serial += 1
  return `address${serial}@example.org`
}

/** The secret in the newest mail to an address with the subject. */
const tokenTo = async (address: string, subject = 'Confirm your email address', count = 1) => {
  const mails = (await mail.mailsTo(address, count)).filter((one) => one.subject === subject)
  return mails.at(-1)?.token ?? ''
}

test('sign-up sends a mail that verifies the address, and sign-in does not wait for it', async () => {
  const ada = await service.signUp()
  expect((await ada.client.me.get()).email_verified_at).toBeNull()
  expect(await signIn(ada.email)).toBe(200)
  const token = await tokenTo(ada.email)
  expect((await verify(token)).status).toBe(204)
  expect((await ada.client.me.get()).email_verified_at).not.toBeNull()
  expect((await verify(token)).json).toMatchObject({ status: 422, code: 'link_not_valid' })
})

test('a new address counts when it is verified, and the former one gets a mail', async () => {
  const [ada, email] = [await service.signUp(), newAddress()]
  const changed = await ada.client.users.update({ user_id: ada.id }, { email, current_password: PASSWORD })
  expect([changed.email, changed.pending_email]).toEqual([ada.email, email])
  expect([await signIn(email), await signIn(ada.email)]).toEqual([401, 200])
  await service.anonymous.auth.requestPasswordReset({ email })
  const resetMails = () =>
    service.database.sql`select 1 from mail_outbox where kind = 'password_reset' and recipient = ${email}`
  await expect.poll(async () => (await resetMails()).length).toBe(0)
  expect((await verify(await tokenTo(email))).status).toBe(204)
  expect(await ada.client.me.get()).toMatchObject({ email, pending_email: null })
  expect([await signIn(email), await signIn(ada.email)]).toEqual([200, 401])
  const subjects = (await mail.mailsTo(ada.email, 3)).map(({ subject }) => subject)
  expect(subjects).toContain('A change of your email address was requested')
  expect(subjects).toContain('Your account has another email address')
  const reset = mail.received.filter(({ to, subject }) => to === email && subject === 'Set a new password')
  expect(reset).toEqual([])
})

test('setting a new password by mail cancels a change of the address', async () => {
  const [ada, email] = [await service.signUp(), newAddress()]
  await ada.client.users.update({ user_id: ada.id }, { email, current_password: PASSWORD })
  const token = await tokenTo(email)
  await service.anonymous.auth.requestPasswordReset({ email: ada.email })
  const link = await tokenTo(ada.email, 'Set a new password', 3)
  const json = { token: link, password: `${PASSWORD} again` }
  expect((await send(service.address, 'POST /auth/reset-password', { json })).status).toBe(204)
  expect((await verify(token)).json).toMatchObject({ code: 'link_not_valid' })
  const [row] = await service.database.sql`select email, pending_email from users where id = ${ada.id}`
  expect({ ...row }).toEqual({ email: ada.email, pending_email: null })
})

test('a new password cancels a change of the address, whoever sets it', async () => {
  const password = 'another password for tests'
  const operator = await service.signUp()
  await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
  const root = service.as(operator.token, ROOT_TENANT_ID)
  for (const isSelf of [true, false]) {
    const [ada, email] = [await service.signUp(), newAddress()]
    const place = { user_id: ada.id }
    await ada.client.users.update(place, { email, current_password: PASSWORD })
    const token = await tokenTo(email)
    const changed = isSelf
      ? await ada.client.users.update(place, { password, current_password: PASSWORD })
      : await root.users.update(place, { password })
    expect(changed).toMatchObject({ email: ada.email, pending_email: null })
    expect((await verify(token)).json).toMatchObject({ code: 'link_not_valid' })
  }
})

test('a new address that is requested together with a new password waits', async () => {
  const [ada, email] = [await service.signUp(), newAddress()]
  const body = { email, password: 'another password for tests', current_password: PASSWORD }
  const changed = await ada.client.users.update({ user_id: ada.id }, body)
  expect(changed.pending_email).toBe(email)
  expect((await verify(await tokenTo(email))).status).toBe(204)
})

test('requesting the present address cancels a change of it, and its link works no more', async () => {
  const [ada, email] = [await service.signUp(), newAddress()]
  const place = { user_id: ada.id }
  const updated = await ada.client.users.update(place, { email, current_password: PASSWORD })
  const token = await tokenTo(email)
  const { pending_email } = updated
  const unchanged = { email: ada.email, pending_email, first_name: 'Ada' }
  const named = await send(service.address, `PATCH /users/${ada.id}`, { token: ada.token, json: unchanged })
  expect(named.json).toMatchObject({ status: 'active', pending_email: email, first_name: 'Ada' })
  const cancelled = await ada.client.users.update(place, { email: ada.email.toUpperCase() })
  expect(cancelled).toMatchObject({ email: ada.email, pending_email: null, version: updated.version + 2 })
  expect((await verify(token)).json).toMatchObject({ code: 'link_not_valid' })
  const again = await ada.client.users.update(place, { email: ada.email })
  expect(again.version).toBe(cancelled.version)
  const entry = (await allAuditRows(service.database)).findLast(({ record_id }) => record_id === ada.id)
  expect(entry).toMatchObject({
    action: 'updated',
    actor_id: ada.id,
    changes: [{ field: 'pending_email', from: email, to: null }],
  })
})

test('of two accounts that request one address, the one that verifies it first gets it', async () => {
  const [ada, bob, email] = [await service.signUp(), await service.signUp(), newAddress()]
  for (const { client, id } of [ada, bob])
    await client.users.update({ user_id: id }, { email, current_password: PASSWORD })
  const tokens = (await mail.mailsTo(email, 2)).map(({ token }) => token)
  const statuses = await Promise.all(tokens.map(async (token) => (await verify(token)).status))
  expect(statuses.sort()).toEqual([204, 409])
})

test('the answer does not show whether another account has the new address, and its owner gets no mail about it', async () => {
  const [ada, bob] = [await service.signUp(), await service.signUp()]
  await tokenTo(bob.email)
  const changed = await ada.client.users.update(
    { user_id: ada.id },
    { email: bob.email, current_password: PASSWORD },
  )
  expect(changed.pending_email).toBe(bob.email)
  await mail.mailsTo(ada.email, 2)
  await wait(1_200)
  expect(await mail.mailsTo(bob.email)).toHaveLength(1)
})

test('an address that an operator sets counts at once, is not verified, and both addresses get a mail', async () => {
  const [operator, ada, email] = [await service.signUp(), await service.signUp(), newAddress()]
  await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
  await verify(await tokenTo(ada.email))
  const root = service.as(operator.token, ROOT_TENANT_ID)
  const changed = await root.users.update({ user_id: ada.id }, { email })
  expect(changed).toMatchObject({ email, pending_email: null, email_verified_at: null })
  expect(await signIn(email)).toBe(200)
  expect(await tokenTo(email)).not.toBe('')
  await mail.mailsTo(ada.email, 2)
})

test('the mail is sent again on request, at most five times an hour', async () => {
  const ada = await service.signUp()
  for (let n = 0; n < 5; n += 1) await ada.client.me.resendVerification()
  const sixth = await send(service.address, 'POST /me/resend-verification', { token: ada.token })
  expect(sixth.json).toMatchObject({ status: 429, code: 'rate_limited' })
  await mail.mailsTo(ada.email, 6)
  await verify(await tokenTo(ada.email))
  await ada.client.me.resendVerification()
})

test('who changes the accounts of others sends ten mails a day to one address, and 300 an hour', async () => {
  const [operator, ada, former] = [await service.signUp(), await service.signUp(), newAddress()]
  await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
  const sendAsOperator = (request: string, json: object) =>
    send(service.address, request, { token: operator.token, tenantId: ROOT_TENANT_ID, json })
  const change = (json: object) => sendAsOperator(`PATCH /users/${ada.id}`, json)
  const refusal = { status: 429, code: 'rate_limited' }
  for (let n = 0; n < 5; n += 1)
    for (const email of [former, ada.email]) expect((await change({ email })).status).toBe(200)
  expect((await change({ email: former })).json).toMatchObject(refusal)
  expect((await change({ password: 'another password for tests' })).json).toMatchObject(refusal)
  expect((await ada.client.me.get.safe()).ok).toBe(false)
  expect(await signIn(ada.email)).toBe(200)
  const key = attemptKey('mails-to-others', operator.id)
  await service.database.sql`update attempts set count = 299 where key = ${key}`
  const create = () => sendAsOperator('POST /users', { email: newAddress(), password: PASSWORD })
  expect((await create()).status).toBe(201)
  const { json } = await create()
  expect(json).toMatchObject(refusal)
  const [row] = await service.database
    .sql`select count(*)::int as made from users where created_by = ${operator.id} and id <> ${operator.id}`
  expect(row?.made).toBe(1)
})

test('where mail cannot be sent, a new address counts at once and no answer mentions a mail', async () => {
  const without = await startService({}, service.database)
  try {
    const [ada, email] = [await without.signUp(), newAddress()]
    const changed = await ada.client.users.update({ user_id: ada.id }, { email, current_password: PASSWORD })
    expect(changed).toMatchObject({ email, pending_email: null, email_verified_at: null })
    const resent = await send(without.address, 'POST /me/resend-verification', { token: ada.token })
    expect(resent.json).toMatchObject({ status: 503, code: 'mail_not_configured' })
  } finally {
    await without.stop()
  }
})
