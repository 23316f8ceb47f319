import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptKey } from '../../src/system/throttle.repository.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../mail-server.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { startUntilWaiting } from '../waiting.ts'
import { addToGroup, createTenant, grantOnly, leaveTenant } from '../world.ts'
import { auditRows } from './audit-rows.ts'
import { distinguishability, ENOUGH } from './timing.ts'

/** `service` and `open` share a database. In `open` everybody may sign up, in `service` only invited people. */
let mail: MailServer
let open: TestService
let service: TestService
let owner: TestUser
let tenantId: string
beforeAll(async () => {
  mail = await startMailServer()
  open = await startService({ ...mail.settings, MAIL_RATE: '0' })
  service = await startService({ ...mail.settings, MAIL_RATE: '0', SIGN_UP: 'invited' }, open.database)
  owner = await open.signUp()
  tenantId = await createTenant(service, { owners: [owner] })
})
afterAll(async () => {
  await service.stop()
  await open.stop()
  await mail.stop()
})

let serial = 0
const newAddress = () => {
  serial += 1
  return `guest${serial}@example.org`
}

const client = () => service.as(owner.token, tenantId)

/** Invites an address. Returns the invitation with the secret of its link. */
async function invite(email: string, more: object = {}) {
  const before = mailsTo(email).length
  const invitation = await client().invitations.create({ email, ...more })
  const mails = await mail.mailsTo(email, before + 1, SUBJECT())
  return { ...invitation, token: mails.at(-1)?.token ?? '' }
}

const SUBJECT = () => `Invitation to Tenant ${tenantId}`
const mailsTo = (email: string): readonly ReceivedMail[] =>
  mail.received.filter(({ to, subject }) => to === email && subject === SUBJECT())

const post = (path: string, json: object, by = service) =>
  send(by.address, `POST /invitations/${path}`, { json })
const accept = (token: string, password?: string, by = service) =>
  post('accept', { token, ...(password === undefined ? {} : { password }) }, by)

const change = (field: string, from: unknown, to: unknown) => ({ field, from, to })

const refused = { status: 422, code: 'link_not_valid' }

const groupNamed = async (key: string): Promise<string> =>
  (await client().groups.list({ key: [key] }))[0]?.id ?? ''

const keysOf = async (userId: string) =>
  (await client().users.groups.list({ user_id: userId })).map(({ key }) => key).sort()

test.each([
  ['nobody has an account', async () => newAddress()],
  ['somebody has an account', async () => (await open.signUp()).email],
])('an invitation stays open when the database fails while it is accepted: %s', async (_, addressOf) => {
  const { token } = await invite(await addressOf())
  const { sql } = open.database
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'ending' using errcode = '57P01'; end $$`
  for (const table of ['memberships', 'known_sources', 'sessions']) {
    await sql`create trigger broken before insert on ${sql(table)} for each row execute function fail()`
    expect(await accept(token, PASSWORD)).toMatchObject({ status: 503 })
    await sql`drop trigger broken on ${sql(table)}`
  }
  await sql`drop function fail()`
  // First, the service subtracts the attempts that it counted but did not evaluate.
  await expect.poll(async () => (await accept(token, PASSWORD)).status).toBe(200)
})

test('whoever is invited makes an account with the link, and belongs to the tenant', async () => {
  const email = newAddress()
  const { id, token, status } = await invite(email)
  expect(status).toBe('pending')
  const preview = await post('preview', { token })
  expect(preview.json).toMatchObject({ email, tenant_name: `Tenant ${tenantId}`, has_account: false })
  expect((await accept(token)).json).toMatchObject({ status: 422, code: 'validation_failed' })
  expect((await accept(token, 'password')).json).toMatchObject({ status: 422, code: 'validation_failed' })
  const accepted = await post('accept', { token, password: PASSWORD, display_name: 'Gus Guest' })
  expect(accepted.status).toBe(200)
  const guest = service.as(String(accepted.json.access_token))
  const me = await guest.me.get()
  expect(me).toMatchObject({ email, current_tenant_id: tenantId, display_name: 'Gus Guest' })
  expect(me.email_verified_at).not.toBeNull()
  expect((await guest.me.tenants.list()).map(({ id }) => id)).toEqual([tenantId])
  expect(await client().invitations.get({ invitation_id: id })).toMatchObject({
    status: 'accepted',
    user_id: me.id,
  })
  for (const again of [accept(token, PASSWORD), post('preview', { token }), post('decline', { token })])
    expect((await again).json).toMatchObject(refused)
})

test('the feed and the history of an invitation have its answer, and the account that it made', async () => {
  const { next: after } = await client().events.head.get()
  const [accepted, declined] = [await invite(newAddress()), await invite(newAddress())]
  // Transactions of other tests on the server delay the log, so earlier events may follow.
  const typesFrom = async () => {
    const { events } = await client().events.get({ after, limit: 500 })
    const first = events.findIndex(({ data }) => data.record_id === accepted.id)
    return first === -1 ? [] : events.slice(first).map(({ type }) => type)
  }
  expect((await accept(accepted.token, PASSWORD)).status).toBe(200)
  expect((await post('decline', { token: declined.token })).status).toBe(204)
  const events = [
    'user.created',
    'membership.created',
    'invitation.updated',
    'user.updated',
    'invitation.updated',
  ]
  await expect.poll(typesFrom).toEqual(['invitation.created', 'invitation.created', ...events])
  for (const [{ id }, status] of [
    [accepted, 'accepted'],
    [declined, 'declined'],
  ] as const) {
    const entries = await client().invitations.history.list({ invitation_id: id }, { action: ['updated'] })
    expect(entries).toMatchObject([
      {
        action: 'updated',
        version: 2,
        changes: expect.arrayContaining([change('status', 'pending', status)]),
      },
    ])
    expect(entries[0]?.changes.map(({ field }) => field)).toContain('ended_at')
  }
  const { user_id } = await client().invitations.get({ invitation_id: accepted.id })
  const [first] = await client().users.history.list({ user_id: user_id ?? '' })
  expect(first).toMatchObject({ action: 'created', operation: 'acceptInvitation', version: 1 })
  expect(first?.changes).toEqual([change('email', null, accepted.email)])
})

test('whoever accepted and wrote nothing can delete the account', async () => {
  const { id, token } = await invite(newAddress())
  const { json } = await accept(token, PASSWORD)
  const guest = service.as(String(json.access_token))
  await guest.users.delete({ user_id: (await guest.me.get()).id })
  expect(await client().invitations.get({ invitation_id: id })).toMatchObject({
    status: 'accepted',
    user_id: null,
  })
})

test('an existing account joins with its password, also where it is deactivated not', async () => {
  const [ada, gone] = [await open.signUp(), await open.signUp()]
  const { token } = await invite(ada.email, { group_ids: [await groupNamed('agents')] })
  expect((await post('preview', { token })).json).toMatchObject({ has_account: true })
  expect((await accept(token, 'a wrong password')).json).toMatchObject({
    status: 401,
    code: 'invalid_credentials',
  })
  const accepted = await post('accept', { token, password: PASSWORD, display_name: 'Somebody Else' })
  expect(accepted.status).toBe(200)
  expect(await service.as(String(accepted.json.access_token)).me.get()).toMatchObject({
    current_tenant_id: tenantId,
    display_name: (await ada.client.me.get()).display_name,
  })
  expect(await keysOf(ada.id)).toEqual(['agents'])
  const other = await invite(gone.email)
  await service.database.sql`update users set status = 'deactivated' where id = ${gone.id}`
  expect((await accept(other.token, PASSWORD)).json).toMatchObject({
    status: 401,
    code: 'invalid_credentials',
  })
})

test('a password that was replaced after it was compared accepts nothing', async () => {
  const { sql } = service.database
  const ada = await open.signUp()
  const { token } = await invite(ada.email)
  const { answer } = await sql.begin(async (tx) => {
    await tx`update users set password_hash = 'another', password_changed_at = now() where id = ${ada.id}`
    return startUntilWaiting(sql, () => accept(token, PASSWORD))
  })
  expect((await answer).json).toMatchObject({ status: 401, code: 'invalid_credentials' })
  expect((await ada.client.me.tenants.list()).map(({ id }) => id)).not.toContain(tenantId)
})

test('somebody who signed up with the address of another does not join by that one’s link', async () => {
  const squatter = await open.signUp()
  const { token } = await invite(squatter.email)
  // The owner of the mailbox does not know the password that somebody else chose.
  expect((await accept(token, 'the password of the owner')).status).toBe(401)
  await service.anonymous.auth.requestPasswordReset({ email: squatter.email })
  const [reset] = await mail.mailsTo(squatter.email, 1, 'Set a new password')
  const password = 'the password of the owner'
  await service.anonymous.auth.resetPassword({ token: reset?.token ?? '', password })
  expect((await accept(token, password)).status).toBe(200)
  expect((await send(service.address, 'GET /me', { token: squatter.token })).status).toBe(401)
})

test('an invitation that was declined, revoked or has expired is not accepted', async () => {
  const [declined, revoked, expired] = [
    await invite(newAddress()),
    await invite(newAddress()),
    await invite(newAddress()),
  ]
  expect((await post('decline', { token: declined.token })).status).toBe(204)
  await client().invitations.delete({ invitation_id: revoked.id })
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`update invitations set expires_at = now() where id = ${expired.id}`
  })
  const before = await service.database.sql`select count(*) from users`
  for (const { token } of [declined, revoked, expired])
    expect((await accept(token, PASSWORD)).json).toMatchObject(refused)
  expect(await service.database.sql`select count(*) from users`).toEqual(before)
  const statuses = await Promise.all(
    [declined, revoked, expired].map(
      async ({ id }) => (await client().invitations.get({ invitation_id: id })).status,
    ),
  )
  expect(statuses).toEqual(['declined', 'revoked', 'expired'])
  const pending = await invite(newAddress(), { message: 'The crew of the boathouse' })
  const listed = async (query: Parameters<ReturnType<typeof client>['invitations']['list']>[0]) =>
    (await client().invitations.list({ limit: 500, sort: ['id'], ...query })).map(({ id }) => id)
  const all = [declined, revoked, expired, pending].map(({ id }) => id)
  for (const [at, status] of (['declined', 'revoked', 'expired', 'pending'] as const).entries())
    expect(await listed({ id: all, status: [status] })).toEqual([all[at]])
  expect(await listed({ id: all, status: ['pending', 'declined'] })).toEqual([declined.id, pending.id])
  expect(await listed({ id: all, status: ['accepted'] })).toEqual([])
  expect(await listed({ q: 'BOATHOUSE' })).toEqual([pending.id])
  const again = await send(service.address, `POST /invitations/${revoked.id}/resend`, {
    token: owner.token,
    tenantId,
  })
  expect(again.json).toMatchObject({ status: 409, code: 'invalid_transition', current_state: 'revoked' })
})

test('whoever is removed cannot join again by an earlier invitation', async () => {
  const [ada, bob] = [await open.signUp(), await open.signUp()]
  const [users, agents] = [await groupNamed('users'), await groupNamed('agents')]
  const first = await invite(ada.email, { group_ids: [users] })
  const second = await invite(ada.email, { group_ids: [agents] })
  const other = await invite(bob.email)
  expect((await accept(first.token, PASSWORD)).status).toBe(200)
  const removal = await send(service.address, `DELETE /members/${ada.id}`, { token: owner.token, tenantId })
  expect(removal.status).toBe(204)
  expect((await accept(second.token, PASSWORD)).json).toMatchObject(refused)
  const rows = await auditRows(service.database, [removal])
  expect(rows.filter(({ record_type }) => record_type === 'invitation')).toMatchObject([
    { action: 'updated', record_id: second.id, actor_id: owner.id, tenant_id: tenantId },
  ])
  const statuses = await Promise.all(
    [first, second, other].map(
      async ({ id }) => (await client().invitations.get({ invitation_id: id })).status,
    ),
  )
  expect(statuses).toEqual(['accepted', 'revoked', 'pending'])
  // An invitation from after the removal is valid.
  const third = await invite(ada.email)
  expect((await accept(third.token, PASSWORD)).status).toBe(200)
})

test('whoever is removed cannot join again by the address at which they were invited twice', async () => {
  const email = newAddress()
  const first = await invite(email)
  const second = await invite(email)
  const accepted = await accept(second.token, PASSWORD)
  const guest = service.as(String(accepted.json.access_token))
  const { id } = await guest.me.get()
  const moved = newAddress()
  await guest.users.update({ user_id: id }, { email: moved, current_password: PASSWORD })
  const [confirmation] = await mail.mailsTo(moved)
  await send(service.address, 'POST /auth/verify-email', { json: { token: confirmation?.token ?? '' } })
  await client().members.delete({ user_id: id })
  expect((await accept(first.token, PASSWORD)).json).toMatchObject(refused)
})

test('an invitation is sent again, also after it has expired, and lasts as long again', async () => {
  const { id, email, token } = await invite(newAddress(), { expires_in: 7_200 })
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`update invitations set expires_at = now() - interval '1 day' where id = ${id}`
  })
  const resent = await client().invitations.resend({ invitation_id: id })
  expect(resent.status).toBe('pending')
  expect(Math.round((Date.parse(resent.expires_at) - Date.now()) / 60_000)).toBe(120)
  const newest = (await mail.mailsTo(email, 2)).at(-1)?.token ?? ''
  expect(newest).not.toBe(token)
  expect((await accept(newest, PASSWORD)).status).toBe(200)
})

test('nobody invites to what they may not do themselves, neither now nor when it is accepted', async () => {
  const helper = await open.signUp()
  const [users, agents, administrators] = [
    await groupNamed('users'),
    await groupNamed('agents'),
    await groupNamed('administrators'),
  ]
  const inviting = async (group_ids?: string[]) =>
    (
      await send(service.address, 'POST /invitations', {
        token: helper.token,
        tenantId,
        json: { email: newAddress(), ...(group_ids ? { group_ids } : {}) },
      })
    ).json
  await grantOnly(service, tenantId, helper, ['users:read', 'users:write', 'groups:read'])
  expect(await inviting()).toMatchObject({ status: 403, code: 'permission_denied' })
  await addToGroup(service, tenantId, 'users', helper)
  expect(await inviting()).toMatchObject({ status: 'pending', group_ids: [users] })
  expect(await inviting([agents])).toMatchObject({ status: 403, required_permission: 'groups:write' })
  await addToGroup(service, tenantId, 'administrators', helper)
  expect(await inviting([agents])).toMatchObject({ status: 'pending' })
  expect(await inviting([await groupNamed('owners')])).toMatchObject({
    status: 403,
    required_permission: '*',
  })
  const unknown = await inviting(['01K00000000000000000000009'])
  expect(unknown).toMatchObject({
    status: 422,
    errors: [{ pointer: '/group_ids/0', code: 'reference_not_found' }],
  })

  const email = newAddress()
  const json = { email, group_ids: [administrators] }
  await send(service.address, 'POST /invitations', { token: helper.token, tenantId, json })
  const token = (await mail.mailsTo(email))[0]?.token ?? ''
  await leaveTenant(service, tenantId, helper)
  await addToGroup(service, tenantId, 'users', helper)
  const before = await service.database.sql`select count(*) from users`
  expect((await accept(token, PASSWORD)).json).toMatchObject(refused)
  expect(await service.database.sql`select count(*) from users`).toEqual(before)
  await addToGroup(service, tenantId, 'administrators', helper)
  await service.database.sql`update users set status = 'deactivated' where id = ${helper.id}`
  expect((await accept(token, PASSWORD)).json).toMatchObject(refused)
  await service.database.sql`update users set status = 'active' where id = ${helper.id}`
  expect((await accept(token, PASSWORD)).status).toBe(200)
})

test('where nobody makes accounts, only existing ones accept', async () => {
  const off = await startService({ ...mail.settings, SIGN_UP: 'off' }, open.database)
  try {
    const ada = await open.signUp()
    const [known, unknown] = [await invite(ada.email), await invite(newAddress())]
    expect((await accept(unknown.token, PASSWORD, off)).json).toMatchObject({
      status: 403,
      code: 'sign_up_closed',
    })
    expect((await accept(known.token, PASSWORD, off)).status).toBe(200)
  } finally {
    await off.stop()
  }
})

test('a thousand acceptances of one link by fifty clients make one account', async () => {
  const email = newAddress()
  const { token } = await invite(email)
  let left = 1_000
  const statuses: number[] = []
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (left > 0) {
        left -= 1
        statuses.push((await accept(token, PASSWORD)).status)
      }
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect([...new Set(statuses)].every((status) => [200, 401, 409, 422, 429, 503].includes(status))).toBe(true)
  const [row] = await service.database.sql`
    select count(*)::int as memberships from group_members m join users u on u.id = m.user_id where u.email = ${email}`
  expect(row?.memberships).toBe(1)
})

test('the mail quotes the message as text, whatever stands in it', async () => {
  const email = newAddress()
  await invite(email, { message: '<img src=x onerror=alert(1)>\n"quoted" & more' })
  const [got] = mailsTo(email)
  expect(got?.text).toContain('> <img src=x onerror=alert(1)>\n> "quoted" & more')
  expect(got?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(got?.html).not.toContain('<img')
})

test('the answer and its time do not show whether an address has an account', async () => {
  const known = await open.signUp()
  const request = (email: string) =>
    send(service.address, 'POST /invitations', { token: owner.token, tenantId, json: { email } })
  const shape = async (email: string) => {
    const { status, headers, json } = await request(email)
    const differing = { ...json, id: '', email: '', created_at: '', updated_at: '', expires_at: '' }
    return JSON.stringify([status, [...headers.keys()], differing])
  }
  expect(await shape(known.email)).toBe(await shape(newAddress()))
  for (let n = 0; n < 50; n += 1) await Promise.all([request(known.email), request(newAddress())])
  const times = await distinguishability(1_000, [
    async () => (await request(known.email)).ms,
    async () => (await request(newAddress())).ms,
  ])
  expect(times).toBeLessThanOrEqual(ENOUGH)
})

test('invitations are limited for each address and tenant', async () => {
  const limited = await startService({ ...mail.settings }, open.database)
  try {
    const request = (json: object, of = tenantId) =>
      send(limited.address, 'POST /invitations', { token: owner.token, tenantId: of, json })
    const refusal = { status: 429, code: 'rate_limited' }
    const email = newAddress()
    for (let n = 0; n < 5; n += 1) expect((await request({ email })).status).toBe(201)
    expect((await request({ email })).json).toMatchObject(refusal)

    const busy = await createTenant(limited, { owners: [owner] })
    expect((await request({ email: newAddress() }, busy)).status).toBe(201)
    const key = attemptKey('invitations', busy)
    await limited.database.sql`update attempts set count = count + 298 where key = ${key}`
    expect((await request({ email: newAddress() }, busy)).status).toBe(201)
    expect((await request({ email: newAddress() }, busy)).json).toMatchObject(refusal)
    expect((await request({ email: newAddress() })).status).toBe(201)
  } finally {
    await limited.stop()
  }
})

test('a user with many tenants invites no more than one with one', async () => {
  const limited = await startService({ ...mail.settings }, open.database)
  try {
    const inviter = await open.signUp()
    const request = async () => {
      const of = await createTenant(limited, { owners: [inviter] })
      const json = { email: newAddress() }
      return send(limited.address, 'POST /invitations', { token: inviter.token, tenantId: of, json })
    }
    expect((await request()).status).toBe(201)
    const key = attemptKey('invitations-by', inviter.id)
    await limited.database.sql`update attempts set count = count + 298 where key = ${key}`
    expect((await request()).status).toBe(201)
    expect((await request()).json).toMatchObject({ status: 429, code: 'rate_limited' })
  } finally {
    await limited.stop()
  }
})

test('all tenants together invite one address twenty times a day', async () => {
  const limited = await startService({ ...mail.settings }, open.database)
  try {
    const email = newAddress()
    const statuses: unknown[] = []
    for (let tenant = 0; tenant < 5; tenant += 1) {
      const of = await createTenant(limited, { owners: [owner] })
      for (let n = 0; n < (tenant < 4 ? 5 : 1); n += 1)
        statuses.push(
          (
            await send(limited.address, 'POST /invitations', {
              token: owner.token,
              tenantId: of,
              json: { email },
            })
          ).status,
        )
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
    const [row] = await limited.database
      .sql`select count(*)::int as mails from mail_outbox where recipient = ${email}`
    expect(row?.mails).toBe(20)
  } finally {
    await limited.stop()
  }
})

test('where mail cannot be sent, inviting fails with a problem', async () => {
  const without = await startService({}, open.database)
  try {
    const json = { email: newAddress() }
    const reply = await send(without.address, 'POST /invitations', { token: owner.token, tenantId, json })
    expect(reply.json).toMatchObject({ status: 503, code: 'mail_not_configured' })
  } finally {
    await without.stop()
  }
})
