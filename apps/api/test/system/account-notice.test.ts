import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { allAuditRows } from '../auth/audit-rows.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup } from '../world.ts'

let service: TestService
let operator: TestUser
beforeAll(async () => {
  service = await startService()
  operator = await service.signUp()
  await operator.client.users.update({ user_id: operator.id }, { display_name: 'Grace Hopper' })
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
})
afterAll(() => service.stop())

const root = () => service.as(operator.token, ROOT_TENANT_ID)
const newEmail = () => `${newId().toLowerCase()}@example.org`
const meBy = async (token: string) => (await send(service.address, 'GET /me', { token })).status
const signIn = async (name: string, password = PASSWORD) => {
  const form = { username: name, password }
  const { json } = await send(service.address, 'POST /me/signin', { form })
  return service.as(String(json.access_token))
}
const reason = 'set by the operator'

test('a password, an address or a username that an operator sets ends every session, and the holder sees who did it', async () => {
  for (const kind of ['password', 'email', 'username'] as const) {
    const user = await service.signUp()
    const second = await service.anonymous.auth.createToken({ email: user.email, password: PASSWORD })
    const email = kind === 'email' ? newEmail() : user.email
    const username = `pupil${newId().toLowerCase()}`
    const body = { email: { email }, password: { password: reason }, username: { username } }[kind]
    const changed = await root().users.update({ user_id: user.id }, body)
    expect(changed.email).toBe(email)
    expect([await meBy(user.token), await meBy(second.access_token)]).toEqual([401, 401])
    const refreshed = service.anonymous.auth.refreshToken({ refresh_token: second.refresh_token })
    await expect(refreshed).rejects.toMatchObject({ code: 'invalid_refresh_token' })
    const { me } = await signIn(
      kind === 'username' ? username : email,
      kind === 'password' ? reason : PASSWORD,
    )
    const { account_notice } = await me.get()
    expect(account_notice).toEqual({
      changed: [kind],
      changed_by: { id: operator.id, name: 'Grace Hopper' },
      changed_at: expect.any(String),
    })
    const entry = (await allAuditRows(service.database)).find(
      ({ record_id, operation }) => record_id === user.id && operation === 'updateUser',
    )
    expect(entry).toMatchObject({ actor_id: operator.id, actor_name: 'Grace Hopper' })
    expect(JSON.stringify(entry?.changes)).toContain(
      { email, password: 'password_changed_at', username }[kind],
    )
  }
})

test('the notice gathers what was changed, and stays until it is acknowledged', async () => {
  const user = await service.signUp()
  const email = newEmail()
  await root().users.update({ user_id: user.id }, { password: reason })
  await root().users.update({ user_id: user.id }, { email })
  const { me } = await signIn(email, reason)
  expect((await me.get()).account_notice?.changed).toEqual(['email', 'password'])
  expect((await me.get()).account_notice).not.toBeNull()
  await me.accountNotice.delete()
  expect((await me.get()).account_notice).toBeNull()
  await me.accountNotice.delete()
})

test('a password of one’s own removes the notice, and what one changes oneself makes none', async () => {
  const user = await service.signUp()
  await root().users.update({ user_id: user.id }, { password: reason })
  const own = await signIn(user.email, reason)
  await own.users.update({ user_id: user.id }, { email: newEmail(), current_password: reason })
  expect((await own.me.get()).account_notice).not.toBeNull()
  await own.users.update({ user_id: user.id }, { password: 'a word of my own', current_password: reason })
  expect((await own.me.get()).account_notice).toBeNull()
})

test('an operator who changes nothing that one signs in with ends no session', async () => {
  const user = await service.signUp()
  await root().users.update({ user_id: user.id }, { display_name: 'Ada', email: user.email, username: null })
  expect(await meBy(user.token)).toBe(200)
  expect((await user.client.me.get()).account_notice).toBeNull()
})

test('a reserved username is refused, and stays with the account that has it', async () => {
  const signUpAs = (username: string) =>
    send(service.address, 'POST /me/signup', { json: { email: newEmail(), password: PASSWORD, username } })
  for (const username of ['admin', 'Root', 'OPERATOR', 'support', 'post.master'])
    expect((await signUpAs(username)).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/username', code: 'not_allowed_value' }],
    })
  const user = await service.signUp()
  const rename = (client: typeof user.client, body: object) => client.users.update({ user_id: user.id }, body)
  for (const client of [user.client, root()])
    await expect(rename(client, { username: 'admin', current_password: PASSWORD })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  await service.database.sql`update users set username = 'admin' where id = ${user.id}`
  const own = await signIn('admin')
  await rename(own, { username: 'Admin', display_name: 'Kept', current_password: PASSWORD })
})
