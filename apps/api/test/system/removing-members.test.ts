import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { allAuditRows } from '../auth/audit-rows.ts'
import { inDays } from '../auth/key-world.ts'
import { send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { startUntilWaiting } from '../waiting.ts'
import { addToGroup, createTenant, grantOnly, signUpStranger } from '../world.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const stranger = () => signUpStranger(service)

async function openTenant(...owners: TestUser[]) {
  const owner = await stranger()
  const id = await createTenant(service, { owners: [owner, ...owners] })
  const client = service.as(owner.token, id)
  const [users] = await client.groups.list({ key: ['users'] })
  return { owner, id, client, usersGroupId: users?.id ?? '' }
}

/** The code of the answer to a request that removes a user from a tenant. */
async function remove(by: { readonly token: string }, tenantId: string, userId: string): Promise<string> {
  const { status, json } = await send(service.address, `DELETE /members/${userId}`, {
    token: by.token,
    tenantId,
  })
  return status === 204 ? 'done' : String(json.code)
}

/** A member of three groups, one archived and one of a project. The member has two keys. */
async function busyMember({ id, client }: Awaited<ReturnType<typeof openTenant>>) {
  const member = await stranger()
  await addToGroup(service, id, 'users', member)
  const project = await client.projects.create({ name: `Roof ${newId()}` })
  const groups = [
    await client.groups.create({ name: `Old ${newId()}`, permissions: ['assets:delete'] }),
    await client.groups.create({ name: `Crew ${newId()}`, project_id: project.id }),
  ]
  for (const group of groups)
    await client.groups.memberships.create({ group_id: group.id }, { user_id: member.id })
  await client.groups.archive({ group_id: groups[0]?.id ?? '' })
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const own = service.as(member.token, id)
  const keys = [
    await own.me.apiKeys.create({ name: 'First', scopes: ['assets:read'], expires_at }),
    await own.me.apiKeys.create({ name: 'Second', scopes: ['assets:read'], expires_at }),
  ]
  return { member, keys }
}

const statusOf = async (secret: string) =>
  (await send(service.address, 'GET /assets', { token: secret })).status

test('one request removes a member from every group and ends their keys, which no invitation restores', async () => {
  const tenant = await openTenant()
  const { member, keys } = await busyMember(tenant)
  for (const { secret } of keys) expect(await statusOf(secret)).toBe(200)
  expect(await remove(tenant.owner, tenant.id, member.id)).toBe('done')
  expect(await member.client.me.tenants.list()).toEqual([])
  expect(
    (await send(service.address, 'GET /assets', { token: member.token, tenantId: tenant.id })).status,
  ).toBe(403)
  await addToGroup(service, tenant.id, 'users', member)
  for (const { secret } of keys) expect(await statusOf(secret)).toBe(401)
  expect(await tenant.client.apiKeys.list()).toEqual([])
  const entries = (await allAuditRows(service.database)).filter(
    ({ action, tenant_id }) => action === 'deleted' && tenant_id === tenant.id,
  )
  expect(entries.map(({ record_type }) => record_type).sort()).toEqual([
    'api_key',
    'api_key',
    'member',
    'membership',
    'membership',
    'membership',
  ])
  expect(new Set(entries.map(({ actor_id }) => actor_id))).toEqual(new Set([tenant.owner.id]))
  expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(1)
})

/** Ways to lose the last membership in a tenant, each with the necessary permission. */
const departures: [string, (of: Departure) => Promise<unknown>][] = [
  [
    'whose last membership is removed',
    ({ tenant, group_id, membership_id }) =>
      tenant.client.groups.memberships.delete({ group_id, membership_id }),
  ],
  [
    'who gives up the last membership',
    ({ tenant, member, group_id, membership_id }) =>
      service.as(member.token, tenant.id).groups.memberships.delete({ group_id, membership_id }),
  ],
  ['whose last group is deleted', ({ tenant, group_id }) => tenant.client.groups.delete({ group_id })],
]

interface Departure {
  readonly tenant: Awaited<ReturnType<typeof openTenant>>
  readonly member: TestUser
  readonly group_id: string
  readonly membership_id: string
}

test.each(departures)('somebody %s leaves no key behind', async (_, depart) => {
  const tenant = await openTenant()
  const member = await stranger()
  const { id: group_id } = await tenant.client.groups.create({ name: 'Crew', permissions: ['assets:read'] })
  const { id: program } = await tenant.client.serviceAccounts.create({ name: 'Sync' })
  const join = (user_id: string) => tenant.client.groups.memberships.create({ group_id }, { user_id })
  await addToGroup(service, tenant.id, 'users', member)
  const { id: membership_id } = await join(member.id)
  await join(program)
  const body = { name: 'Key', scopes: ['assets:read' as const], expires_at: inDays(1) }
  const own = await service.as(member.token, tenant.id).me.apiKeys.create(body)
  const other = await tenant.client.serviceAccounts.keys.create({ service_account_id: program }, body)
  const inUsers = await tenant.client.groups.memberships.list({ group_id: tenant.usersGroupId })
  for (const { id, user_id, group_id } of inUsers)
    if (user_id === member.id) await tenant.client.groups.memberships.delete({ group_id, membership_id: id })
  expect(await statusOf(own.secret)).toBe(200)
  await depart({ tenant, member, group_id, membership_id })
  await addToGroup(service, tenant.id, 'users', member)
  await addToGroup(service, tenant.id, 'users', { id: program })
  expect([await statusOf(own.secret), await statusOf(other.secret)]).toEqual([401, 200])
  const entries = (await allAuditRows(service.database)).filter(
    ({ record_id, action }) => record_id === own.id && action === 'deleted',
  )
  expect(entries.map(({ tenant_id, record_type }) => [tenant_id, record_type])).toEqual([
    [tenant.id, 'api_key'],
  ])
})

test('a key that is made while its user is removed is refused', async () => {
  const tenant = await openTenant()
  const { member, keys } = await busyMember(tenant)
  const { sql } = service.database
  const request = () =>
    send(service.address, 'POST /me/api-keys', {
      token: member.token,
      tenantId: tenant.id,
      json: { name: 'Third', scopes: [], expires_at: inDays(1) },
    })
  const { removing, asking } = await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenant.id})`
    await tx`select 1 from api_keys where id = ${keys[0]?.id ?? ''} for update`
    const removing = await startUntilWaiting(sql, () => remove(tenant.owner, tenant.id, member.id))
    return { removing, asking: await startUntilWaiting(sql, request, 2) }
  })
  expect(await removing.answer).toBe('done')
  expect((await asking.answer).json).toMatchObject({ status: 403, code: 'tenant_access_denied' })
  expect(await tenant.client.apiKeys.list()).toEqual([])
})

test('a member leaves by themselves with one request, which needs no permission', async () => {
  const tenant = await openTenant()
  const { member } = await busyMember(tenant)
  await grantOnly(service, tenant.id, member, [])
  expect(await remove(member, tenant.id, member.id)).toBe('done')
  expect(await member.client.me.tenants.list()).toEqual([])
  expect(await remove(member, tenant.id, member.id)).toBe('tenant_access_denied')
})

test('who does not have a permission of one of the groups removes the member from none', async () => {
  const second = await stranger()
  const { id, client, owner } = await openTenant(second)
  const administrator = await stranger()
  await addToGroup(service, id, 'administrators', administrator)
  await addToGroup(service, id, 'users', second)
  const groupsOf = async () =>
    (await client.users.groups.list({ user_id: second.id })).map(({ key }) => key).sort()
  expect(await remove(administrator, id, second.id)).toBe('permission_denied')
  expect(await groupsOf()).toEqual(['owners', 'users'])
  expect(await remove(owner, id, second.id)).toBe('done')
  expect(await groupsOf().catch((error: { code: string }) => error.code)).toBe('not_found')
})

test('members without groups:write remove nobody, and learn of nobody', async () => {
  const { id } = await openTenant()
  const [helper, other, outsider] = [await stranger(), await stranger(), await stranger()]
  await grantOnly(service, id, helper, ['users:read', 'users:write', 'groups:read'])
  await addToGroup(service, id, 'users', other)
  for (const userId of [other.id, outsider.id, newId()])
    expect(await remove(helper, id, userId)).toBe('permission_denied')
  await addToGroup(service, id, 'administrators', helper)
  for (const userId of [outsider.id, newId()]) expect(await remove(helper, id, userId)).toBe('not_found')
  expect(await remove(helper, id, other.id)).toBe('done')
})

test('a service account is not removed as a person is', async () => {
  const { id, client, owner } = await openTenant()
  const account = await client.serviceAccounts.create({ name: 'Sync' })
  const group = await client.groups.create({ name: 'Sync' })
  await client.groups.memberships.create({ group_id: group.id }, { user_id: account.id })
  expect(await remove(owner, id, account.id)).toBe('permission_denied')
  expect(await client.groups.memberships.list({ group_id: group.id })).toHaveLength(1)
})

test('the last owner stays, also where all of them leave at once', async () => {
  const others = await Promise.all([stranger(), stranger(), stranger()])
  const { id, owner } = await openTenant(...others)
  const outcomes = await Promise.all([owner, ...others].map((one) => remove(one, id, one.id)))
  expect(outcomes.sort()).toEqual(['done', 'done', 'done', 'last_owner'])
})
