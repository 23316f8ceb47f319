import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { allAuditRows } from '../auth/audit-rows.ts'
import { send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createTenant, grantOnly, signUpStranger } from '../world.ts'

let service: TestService
let operator: TestUser
beforeAll(async () => {
  service = await startService()
  operator = await service.signUp()
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
})
afterAll(() => service.stop())

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

const stranger = () => signUpStranger(service)

async function openTenant(...members: TestUser[]) {
  const owner = await stranger()
  const id = await createTenant(service, { owners: [owner], users: members })
  const client = service.as(owner.token, id)
  const groups = await client.groups.list()
  const group = (key: string) => groups.find((one) => one.key === key)?.id ?? ''
  return { owner, id, client, group }
}

const deactivate = (id: string) =>
  service.database.sql`update users set status = 'deactivated', deactivated_at = now() where id = ${id}`

describe('an account that shares no tenant with the actor', () => {
  test('is as unknown as an id that does not exist, byte for byte, deactivated or an operator', async () => {
    const { owner, id, group } = await openTenant()
    const gone = await stranger()
    await deactivate(gone.id)
    const colleague = await service.signUp()
    await addToGroup(service, id, 'users', operator)
    const add = async (userId: string) => {
      const { status, text } = await send(service.address, `POST /groups/${group('users')}/memberships`, {
        token: owner.token,
        tenantId: id,
        json: { user_id: userId },
        headers: { 'x-request-id': 'same' },
      })
      return [status, text]
    }
    const unknown = await add(newId())
    expect(unknown[0]).toBe(422)
    for (const userId of [(await stranger()).id, gone.id, operator.id, colleague.id])
      expect(await add(userId)).toEqual(unknown)
    await addToGroup(service, id, 'users', gone)
    expect((await add(gone.id))[1]).toContain('reference_archived')
  })

  test('is added by whoever shares any tenant with it, the one that sign-up joins included', async () => {
    const { owner, client, group } = await openTenant()
    const colleague = await service.signUp()
    const add = () =>
      codeOf(client.groups.memberships.create({ group_id: group('users') }, { user_id: colleague.id }))
    expect(await add()).toBe('validation_failed')
    await createTenant(service, { owners: [owner], users: [colleague] })
    expect(await add()).toBe('done')
    const [ada, bob] = [await service.signUp(), await service.signUp()]
    const tenant = await ada.client.tenants.create({ name: 'Hers' })
    const hers = service.as(ada.token, tenant.id)
    await hers.groups.memberships.create({ group_id: tenant.users_group_id }, { user_id: bob.id })
  })

  test('is not added by whoever may not read users where they share a tenant, until it belongs to this one', async () => {
    const { owner, id, client, group } = await openTenant()
    const colleague = await stranger()
    const shared = await createTenant(service, { users: [colleague] })
    const add = (user_id: string, key: string) =>
      codeOf(client.groups.memberships.create({ group_id: group(key) }, { user_id }))
    await grantOnly(service, shared, owner, ['groups:read', 'persons:read'])
    expect((await service.as(owner.token, shared).users.get({ user_id: colleague.id })).email).toBeNull()
    expect(await add(colleague.id, 'users')).toBe('validation_failed')
    await addToGroup(service, id, 'users', colleague)
    expect(await add(colleague.id, 'agents')).toBe('done')
    const other = await stranger()
    await addToGroup(service, shared, 'users', other)
    await grantOnly(service, shared, owner, ['users:read'])
    expect(await add(other.id, 'users')).toBe('done')
  })

  test('is added by an operator, who alone adds operators', async () => {
    const { id, group } = await openTenant()
    await addToGroup(service, id, 'owners', operator)
    const client = service.as(operator.token, id)
    const second = await stranger()
    await addToGroup(service, ROOT_TENANT_ID, 'owners', second)
    for (const { id: user_id } of [await stranger(), second])
      await client.groups.memberships.create({ group_id: group('users') }, { user_id })
  })
})

describe('leaving', () => {
  test('needs no permission, and ends all access to the tenant with the next request', async () => {
    const { id, group, client } = await openTenant()
    const member = await stranger()
    await grantOnly(service, id, member, [])
    await addToGroup(service, id, 'users', member)
    const own = service.as(member.token, id)
    const ways = (await own.me.groups.list()).flatMap(({ id: group_id, ways }) =>
      ways.map(({ membership_id }) => ({ group_id, membership_id })),
    )
    expect(ways).toHaveLength(2)
    await own.groups.memberships.delete(ways[0] ?? { group_id: '', membership_id: '' })
    expect((await own.me.tenants.list()).map((tenant) => tenant.id)).toEqual([id])
    await own.groups.memberships.delete(ways[1] ?? { group_id: '', membership_id: '' })
    expect(await codeOf(own.me.groups.list())).toBe('tenant_access_denied')
    expect(await member.client.me.tenants.list()).toEqual([])
    expect(await client.groups.memberships.list({ group_id: group('users') })).toEqual([])
    const entries = (await allAuditRows(service.database)).filter(
      ({ record_type, action, tenant_id }) =>
        record_type === 'membership' && action === 'deleted' && tenant_id === id,
    )
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([member.id, member.id])
  })

  test('is for oneself: the memberships of others need groups:write, known or unknown', async () => {
    const { id, client } = await openTenant()
    const [member, other] = [await stranger(), await stranger()]
    await grantOnly(service, id, member, ['groups:read'])
    await addToGroup(service, id, 'users', other)
    const { id: group_id } = await client.groups.create({ name: 'Readers', permissions: ['groups:read'] })
    const membership = await client.groups.memberships.create({ group_id }, { user_id: other.id })
    const own = service.as(member.token, id)
    const remove = (membership_id: string) =>
      codeOf(own.groups.memberships.delete({ group_id, membership_id }))
    for (const membership_id of [membership.id, newId()])
      expect(await remove(membership_id)).toBe('permission_denied')
    await grantOnly(service, id, member, ['groups:read', 'groups:write'])
    expect(await remove(newId())).toBe('not_found')
    expect(await remove(membership.id)).toBe('done')
  })

  test('is refused to the last owner', async () => {
    const { owner, group, client } = await openTenant()
    const group_id = group('owners')
    const [membership] = await client.groups.memberships.list({ group_id }, { user_id: [owner.id] })
    const left = client.groups.memberships.delete({ group_id, membership_id: membership?.id ?? '' })
    expect(await codeOf(left)).toBe('last_owner')
  })
})

describe('the last owner', () => {
  const root = () => service.as(operator.token, ROOT_TENANT_ID)

  test('is deactivated by an operator who names the successor in every such tenant', async () => {
    const { owner, id } = await openTenant()
    const second = await createTenant(service, { owners: [owner] })
    const shared = await createTenant(service, { owners: [owner, await stranger()] })
    const successor = await stranger()
    const params = { user_id: owner.id }
    expect(await codeOf(root().users.deactivate(params))).toBe('last_owner')
    const gone = await root().users.deactivate(params, { successor_id: successor.id, reason: 'A stranger' })
    expect(gone.status).toBe('deactivated')
    const tenants = (await successor.client.me.tenants.list()).map((tenant) => tenant.id)
    expect(tenants.toSorted()).toEqual([id, second].toSorted())
    expect(tenants).not.toContain(shared)
    for (const tenantId of [id, second])
      expect((await service.as(successor.token, tenantId).me.permissions.get()).permissions).toEqual(['*'])
    const entries = (await allAuditRows(service.database)).filter(
      ({ record_type, operation }) => record_type === 'membership' && operation === 'deactivateUser',
    )
    expect(
      entries.map(({ action, tenant_id, actor_id }) => [action, tenant_id, actor_id]).toSorted(),
    ).toEqual([id, second].toSorted().map((tenantId) => ['created', tenantId, operator.id]))
  })

  test('is deleted in the same way', async () => {
    const { owner, id } = await openTenant()
    const successor = await stranger()
    const remove = (successor_id?: string) =>
      codeOf(root().users.delete({ user_id: owner.id }, successor_id ? { successor_id } : {}))
    expect(await remove()).toBe('last_owner')
    expect(await remove(newId())).toBe('validation_failed')
    expect(await remove(successor.id)).toBe('done')
    expect((await service.as(successor.token, id).me.permissions.get()).permissions).toEqual(['*'])
  })

  test('is followed by an active other user, and named by operators alone', async () => {
    const { owner, client } = await openTenant()
    const [successor, gone] = [await stranger(), await stranger()]
    await deactivate(gone.id)
    const params = { user_id: owner.id }
    for (const successor_id of [owner.id, gone.id, newId(), 'nonsense'])
      expect(await codeOf(root().users.deactivate(params, { successor_id }))).toBe('validation_failed')
    expect(await codeOf(client.users.deactivate(params, { successor_id: successor.id }))).toBe(
      'permission_denied',
    )
    expect(await codeOf(client.users.delete(params, { successor_id: successor.id }))).toBe(
      'permission_denied',
    )
    expect(await successor.client.me.tenants.list()).toEqual([])
  })
})
