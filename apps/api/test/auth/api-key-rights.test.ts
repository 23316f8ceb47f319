import type { ApiKeyCreate } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { operations } from '../generated/operations.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createProject, createTenant, leaveTenant, signUpStranger } from '../world.ts'
import { inDays, makeKeyWorld } from './key-world.ts'

let service: TestService
let owner: TestUser
let tenantId: string

beforeAll(async () => {
  service = await startService()
  owner = await service.signUp()
  tenantId = await createTenant(service, { owners: [owner], users: [owner] })
})
afterAll(() => service.stop())

type Scopes = ApiKeyCreate['scopes']

const owners = () => service.as(owner.token, tenantId)

/** A key of the owner, with a client that uses it. The owner may do everything; the scopes limit the key. */
const ownKey = async (scopes: Scopes) => {
  const { secret } = await owners().me.apiKeys.create({ name: 'Mine', scopes, expires_at: inDays(1) })
  return { secret, client: service.as(secret) }
}

const denied = (required_permission: string) => ({
  status: 403,
  code: 'permission_denied',
  problem: expect.objectContaining({ required_permission }),
})
const refused = (status: number, code: string) => ({ status, code })

describe('scopes', () => {
  test.each(operations.filter(({ endpoint: { permission } }) => permission !== 'public'))(
    '$place refuses a key without scopes, or tells it nothing that takes a permission',
    async ({ endpoint: { method, path, permission, needsSession, body, bodyOptional } }) => {
      const { secret } = await noScopes()
      const isSent = body === undefined || bodyOptional || needsSession
      if (!isSent) return
      const reply = await send(
        service.address,
        `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, newId())}`,
        { token: secret },
      )
      if (needsSession) expect(reply.json).toMatchObject(refused(403, 'session_required'))
      else if (permission !== 'authenticated')
        expect(reply.json).toMatchObject({
          ...refused(403, 'permission_denied'),
          required_permission: permission,
          detail: expect.stringContaining('scope'),
        })
      // Some of these operations change something without a permission: they mark own notifications as read.
      else expect([200, 204, 403, 404, 422]).toContain(reply.status)
    },
  )

  let made: ReturnType<typeof ownKey> | undefined
  const noScopes = () => {
    made ??= ownKey([])
    return made
  }

  test('limit what an owner may do', async () => {
    const { client } = await ownKey(['assets:read'])
    expect(await client.assets.list()).toEqual([])
    await expect(client.persons.list()).rejects.toMatchObject(refused(403, 'permission_denied'))
    await expect(
      client.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' }),
    ).rejects.toMatchObject(refused(403, 'permission_denied'))
  })

  test('bring along what comes with them, as for people', async () => {
    const { client } = await ownKey(['issues:read'])
    expect((await client.issueTypes.list()).length).toBeGreaterThan(0)
  })

  test('give nothing that the user has lost since', async () => {
    const world = await makeKeyWorld(service)
    const { secret } = await world.newKey()
    const client = service.as(secret)
    await client.assets.list()
    await service
      .as(world.owner.token, world.tenantId)
      .groups.update({ group_id: world.groupId }, { permissions: ['assets:write'] })
    await expect(client.assets.list()).rejects.toMatchObject(refused(403, 'permission_denied'))
    await client.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
  })

  test('hide members and rows as missing permissions do', async () => {
    const person = await owners().persons.create({
      identity: { first_name: 'Ada', last_name: 'Lovelace' },
      birth_date: '1990-12-10',
    })
    const issue = await owners().issues.create({ title: 'Wobbly lovelace table' })
    await owners().issues.comments.create(
      { issue_id: issue.id },
      { body: 'Secretly', visibility: 'internal' },
    )
    const plain = (await ownKey(['persons:read', 'issues:read'])).client
    const wide = (
      await ownKey([
        'persons:read',
        'persons:read_sensitive',
        'issues:read',
        'issues:read_internal',
        'users:read',
      ])
    ).client
    const birthDate = async (client: typeof plain) =>
      (await client.persons.get({ person_id: person.id })).birth_date
    const comments = (client: typeof plain) => client.issues.comments.list({ issue_id: issue.id })
    expect([await birthDate(plain), await comments(plain)]).toEqual([null, []])
    expect(await birthDate(wide)).toBe('1990-12-10')
    expect(await comments(wide)).toHaveLength(1)
    const colleague = await service.signUp()
    await addToGroup(service, tenantId, 'users', colleague)
    expect((await plain.users.get({ user_id: colleague.id })).redacted).toContain('email')
    expect((await wide.users.get({ user_id: colleague.id })).email).toBe(colleague.email)
    const found = async (scopes: Scopes) =>
      (await (await ownKey(scopes)).client.search.list({ q: 'lovelace' })).map(({ type }) => type)
    expect(await found(['issues:read'])).toEqual(['issue'])
    expect(await found(['persons:read'])).toEqual(['person'])
    expect(await found([])).toEqual([])
  })

  test('hold for records that a body names', async () => {
    const { id: model_id } = await owners().assetModels.create({ name: newId(), tracking_type: 'serialized' })
    const [type] = await owners().locationTypes.list()
    const { id: location_id } = await owners().locations.create({ name: 'Room', type_id: type?.id ?? '' })
    const asset = () => ({ model_id, location_id, name: 'Laptop', serial_number: newId() })
    const scopes: Scopes = ['assets:read', 'assets:write']
    await expect((await ownKey(scopes)).client.assets.create(asset())).rejects.toMatchObject({ status: 422 })
    await (await ownKey([...scopes, 'locations:read'])).client.assets.create(asset())
  })

  test('are those of one project where the user holds them there alone', async () => {
    const world = await makeKeyWorld(service, ['projects:read'])
    const { secret } = await service
      .as(world.owner.token, world.tenantId)
      .serviceAccounts.keys.create(
        { service_account_id: world.accountId },
        { name: 'Issues', scopes: ['issues:read', 'issues:write'], expires_at: inDays(1) },
      )
    const own = service.as(world.owner.token, world.tenantId)
    const [here, there] = [
      await createProject(service, world.tenantId),
      await createProject(service, world.tenantId),
    ]
    for (const project_id of [here, there]) await own.issues.create({ project_id, title: 'Broken' })
    const client = service.as(secret)
    await expect(client.issues.list()).rejects.toMatchObject(refused(403, 'permission_denied'))
    const { id: group_id } = await own.groups.create({
      name: 'Here',
      project_id: here,
      permissions: ['issues:read', 'issues:write'],
    })
    await own.groups.memberships.create({ group_id }, { user_id: world.accountId })
    expect((await client.issues.list()).map(({ project_id }) => project_id)).toEqual([here])
    await client.issues.create({ project_id: here, title: 'Reported' })
    await expect(client.issues.create({ project_id: there, title: 'Reported' })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('are shown as the permissions of a request', async () => {
    const { client } = await ownKey(['assets:read', 'users:read'])
    expect((await client.me.permissions.get()).permissions.toSorted()).toEqual(['assets:read', 'users:read'])
  })
})

describe('a key gives no more than it was given', () => {
  test('to groups', async () => {
    const { client } = await ownKey(['groups:read', 'groups:write', 'assets:read'])
    await client.groups.create({ name: newId(), permissions: ['assets:read'] })
    await expect(
      client.groups.create({ name: newId(), permissions: ['assets:write'] }),
    ).rejects.toMatchObject(denied('assets:write'))
    const { id } = (await owners().groups.list({ key: ['owners'] }))[0] ?? { id: '' }
    await expect(
      client.groups.memberships.create({ group_id: id }, { user_id: owner.id }),
    ).rejects.toMatchObject(refused(403, 'permission_denied'))
  })

  test('out of its tenant', async () => {
    const { secret } = await ownKey(['assets:read'])
    const other = await createTenant(service, { owners: [owner] })
    const reply = await send(service.address, 'GET /assets', { token: secret, tenantId: other })
    expect(reply.json).toMatchObject(refused(403, 'tenant_access_denied'))
    expect(reply.headers.get('x-tenant-id')).toBeNull()
  })

  test('to an operator', async () => {
    const operator = await service.signUp()
    await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
    const stranger = await signUpStranger(service)
    const root = service.as(operator.token, ROOT_TENANT_ID)
    const { secret } = await root.me.apiKeys.create({
      name: 'Mine',
      scopes: ['users:read', 'users:write'],
      expires_at: inDays(1),
    })
    expect((await root.users.get({ user_id: stranger.id })).id).toBe(stranger.id)
    await expect(service.as(secret).users.get({ user_id: stranger.id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(service.as(secret).users.deactivate({ user_id: stranger.id })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('to the account of its user', async () => {
    const { client } = await ownKey(['users:read', 'users:write', 'users:delete', 'groups:read'])
    const me = { user_id: owner.id }
    const session = refused(403, 'session_required')
    await expect(
      client.users.update(me, { password: 'another good one', current_password: PASSWORD }),
    ).rejects.toMatchObject(session)
    await expect(client.users.update(me, { display_name: 'Eve' })).rejects.toMatchObject(session)
    await expect(client.users.deactivate(me)).rejects.toMatchObject(session)
    await expect(client.users.delete(me)).rejects.toMatchObject(session)
    await expect(client.me.notifications.readAll()).rejects.toMatchObject(session)
    const { id: group_id } = (await owners().groups.list({ key: ['users'] }))[0] ?? { id: '' }
    const [own] = await owners().groups.memberships.list({ group_id })
    await expect(
      client.groups.memberships.delete({ group_id, membership_id: own?.id ?? '' }),
    ).rejects.toMatchObject(denied('groups:write'))
  })

  test('to passwords of others', async () => {
    const { client } = await ownKey(['users:read', 'users:write', ...usersMay])
    const { id: user_id } = await client.users.create({ email: `${newId()}@example.org`, password: PASSWORD })
    await client.users.update({ user_id }, { display_name: 'Kim' })
    for (const body of [
      { password: 'another good one' },
      { email: `${newId()}@example.org` },
      { username: 'kim' },
    ])
      await expect(client.users.update({ user_id }, body)).rejects.toMatchObject(
        refused(403, 'session_required'),
      )
  })

  test('after its user has left', async () => {
    const user = await service.signUp()
    await addToGroup(service, tenantId, 'users', user)
    const { secret } = await service
      .as(user.token, tenantId)
      .me.apiKeys.create({ name: 'Mine', scopes: ['assets:read'], expires_at: inDays(1) })
    await service.as(secret).assets.list()
    await leaveTenant(service, tenantId, user)
    await expect(service.as(secret).assets.list()).rejects.toMatchObject(refused(403, 'tenant_access_denied'))
  })

  test('and nobody makes one beyond their own permissions', async () => {
    const user = await service.signUp()
    await addToGroup(service, tenantId, 'users', user)
    await expect(
      service
        .as(user.token, tenantId)
        .me.apiKeys.create({ name: 'Mine', scopes: ['assets:read', 'users:write'], expires_at: inDays(1) }),
    ).rejects.toMatchObject(denied('users:write'))
    const admin = await service.signUp()
    await addToGroup(service, tenantId, 'administrators', admin)
    await expect(service.as(admin.token, tenantId).apiKeys.list()).rejects.toMatchObject(
      denied('service_accounts:read'),
    )
  })
})

/** The permissions of the tenant's group `users`. A caller who adds users must have them all. */
const usersMay: Scopes = [
  ...(['projects', 'issues', 'assets', 'configuration_items', 'locations'] as const).flatMap((resource) => [
    `${resource}:read` as const,
    `${resource}:write` as const,
  ]),
  'issues:delete',
  'issue_configuration:read',
  'persons:read',
  'education:read',
  'employments:read',
  'groups:read',
  'tenant:read',
]

describe('a service account', () => {
  test('is a user of its tenant, by name', async () => {
    const world = await makeKeyWorld(service)
    const own = service.as(world.owner.token, world.tenantId)
    const { name } = await own.serviceAccounts.get({ service_account_id: world.accountId })
    const kinds = async () => (await own.users.list({ kind: ['service'] })).map(({ id }) => id)
    expect(await kinds()).toEqual([world.accountId])
    expect(await own.users.get({ user_id: world.accountId })).toMatchObject({
      kind: 'service',
      display_name: name,
      email: null,
      username: null,
    })
    await own.serviceAccounts.update({ service_account_id: world.accountId }, { name: 'Renamed' })
    expect((await own.users.get({ user_id: world.accountId })).display_name).toBe('Renamed')
  })

  test('is changed by the operations on service accounts alone', async () => {
    const world = await makeKeyWorld(service)
    const operator = await service.signUp()
    await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
    const user_id = world.accountId
    for (const client of [
      service.as(world.owner.token, world.tenantId),
      service.as(operator.token, ROOT_TENANT_ID),
    ])
      for (const change of [
        () => client.users.update({ user_id }, { email: `${newId()}@example.org`, password: PASSWORD }),
        () => client.users.update({ user_id }, { display_name: 'Eve' }),
        () => client.users.deactivate({ user_id }),
        () => client.users.restore({ user_id }),
        () => client.users.delete({ user_id }),
      ])
        await expect(change()).rejects.toMatchObject(denied('service_accounts:write'))
  })

  test('joins no group of another tenant', async () => {
    const world = await makeKeyWorld(service)
    const elsewhere = service.as(world.owner.token, await createTenant(service, { owners: [world.owner] }))
    const { id: group_id } = await elsewhere.groups.create({ name: 'Sync', permissions: [] })
    await expect(
      elsewhere.groups.memberships.create({ group_id }, { user_id: world.accountId }),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('is not the last owner', async () => {
    const world = await makeKeyWorld(service)
    const own = service.as(world.owner.token, world.tenantId)
    const { id: group_id } = (await own.groups.list({ key: ['owners'] }))[0] ?? { id: '' }
    await own.groups.memberships.create({ group_id }, { user_id: world.accountId })
    const members = await own.groups.memberships.list({ group_id })
    const mine = members.find(({ user_id }) => user_id === world.owner.id)
    await expect(
      own.groups.memberships.delete({ group_id, membership_id: mine?.id ?? '' }),
    ).rejects.toMatchObject(refused(409, 'last_owner'))
  })

  test('is deleted with its keys until it has written something', async () => {
    const world = await makeKeyWorld(service)
    const { secret } = await world.newKey()
    const own = service.as(world.owner.token, world.tenantId)
    const place = { service_account_id: world.accountId }
    await service.as(secret).assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
    await expect(own.serviceAccounts.delete(place)).rejects.toMatchObject(
      refused(409, 'dependent_item_exists'),
    )
    const { id } = await own.serviceAccounts.create({ name: 'Unused' })
    await own.groups.memberships.create({ group_id: world.groupId }, { user_id: id })
    await own.serviceAccounts.keys.create(
      { service_account_id: id },
      { name: 'Unused', scopes: [], expires_at: inDays(1) },
    )
    await own.serviceAccounts.delete({ service_account_id: id })
    await expect(own.users.get({ user_id: id })).rejects.toMatchObject({ status: 404 })
  })
})
