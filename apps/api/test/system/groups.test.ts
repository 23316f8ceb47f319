import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { atOnce, type Instances, startTwo } from '../auth/instances.ts'
import { send } from '../security/send.ts'
import type { TestUser } from '../service.ts'
import { addToGroup, createProject, createTenant, grantOnly } from '../world.ts'

let instances: Instances
beforeAll(async () => {
  instances = await startTwo()
})
afterAll(() => instances.stop())

/** A tenant with its owner, and clients of either instance. */
async function openTenant() {
  const owner = await instances.first.signUp()
  const tenantId = await createTenant(instances.first, { owners: [owner] })
  const as = (user: TestUser, n = 0) => (n % 2 ? instances.second : instances.first).as(user.token, tenantId)
  return { tenantId, owner, client: as(owner), as }
}

type Tenant = Awaited<ReturnType<typeof openTenant>>

let serial = 0
async function newGroup({ client }: Tenant, permissions: readonly string[] = []): Promise<string> {
  serial += 1
  const { id } = await client.groups.create({
    name: `Group ${serial}`,
    permissions: permissions as 'assets:read'[],
  })
  return id
}

const nest = (tenant: Tenant, outer: string, inner: string, n = 0) =>
  tenant.as(tenant.owner, n).groups.memberships.create({ group_id: outer }, { member_group_id: inner })

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code?: string; status?: number }) => error.code,
  )

const groupOf = async ({ client }: Tenant, key: string) =>
  (await client.groups.list({ key: [key] }))[0]?.id ?? ''

/** The status of a request that needs `assets:read`, on the second instance. */
const reads = async ({ tenantId }: Tenant, { token }: TestUser) =>
  (await send(instances.second.address, 'GET /assets', { token, tenantId })).status

describe('groups within groups', () => {
  test('pass permissions through ten levels, and an eleventh is refused', async () => {
    const tenant = await openTenant()
    const chain: string[] = [await newGroup(tenant, ['assets:read'])]
    for (let level = 1; level <= 10; level += 1) {
      chain.push(await newGroup(tenant))
      await nest(tenant, chain[level - 1] ?? '', chain[level] ?? '')
    }
    const user = await instances.first.signUp()
    await tenant.client.groups.memberships.create({ group_id: chain[10] ?? '' }, { user_id: user.id })
    expect(await reads(tenant, user)).toBe(200)
    const [top, below] = [await newGroup(tenant), await newGroup(tenant)]
    expect(await codeOf(nest(tenant, top, chain[0] ?? ''))).toBe('validation_failed')
    expect(await codeOf(nest(tenant, chain[10] ?? '', below))).toBe('validation_failed')
  })

  test('never lie in a circle, also where two requests close it together', async () => {
    const tenant = await openTenant()
    for (let round = 0; round < 8; round += 1) {
      const [a, b, c] = [await newGroup(tenant), await newGroup(tenant), await newGroup(tenant)]
      await nest(tenant, a, b)
      expect(await codeOf(nest(tenant, b, a))).toBe('cycle_detected')
      const results = await Promise.all([codeOf(nest(tenant, b, c, 0)), codeOf(nest(tenant, c, a, 1))])
      expect(results.toSorted()).toEqual(['cycle_detected', 'done'])
    }
  })

  test('grant and pass on nothing while they are archived', async () => {
    const tenant = await openTenant()
    const [outer, middle, inner] = [
      await newGroup(tenant, ['assets:read']),
      await newGroup(tenant),
      await newGroup(tenant),
    ]
    await nest(tenant, outer, middle)
    await nest(tenant, middle, inner)
    const user = await instances.first.signUp()
    await tenant.client.groups.memberships.create({ group_id: inner }, { user_id: user.id })
    for (const group_id of [outer, middle, inner]) {
      expect(await reads(tenant, user)).toBe(200)
      await tenant.client.groups.archive({ group_id })
      expect(await reads(tenant, user)).toBe(403)
      await tenant.client.groups.restore({ group_id })
    }
    expect(await reads(tenant, user)).toBe(200)
  })

  test('list every user who gets in, and by which way', async () => {
    const tenant = await openTenant()
    const [outer, inner] = [await newGroup(tenant), await newGroup(tenant)]
    await nest(tenant, outer, inner)
    const [direct, nested] = [await instances.first.signUp(), await instances.first.signUp()]
    await tenant.client.groups.memberships.create({ group_id: outer }, { user_id: direct.id })
    await tenant.client.groups.memberships.create({ group_id: inner }, { user_id: nested.id })
    const rows = await tenant.client.groups.memberships.list({ group_id: outer }, { effective: true })
    expect(rows.map(({ user_id, via }) => [user_id, via.map(({ id }) => id)]).toSorted()).toEqual(
      [
        [direct.id, []],
        [nested.id, [inner]],
      ].toSorted(),
    )
  })

  test('list every way in, the shortest first', async () => {
    const tenant = await openTenant()
    const [outer, middle, inner] = [await newGroup(tenant), await newGroup(tenant), await newGroup(tenant)]
    await nest(tenant, outer, middle)
    await nest(tenant, middle, inner)
    await nest(tenant, outer, inner)
    const user = await instances.first.signUp()
    await tenant.client.groups.memberships.create({ group_id: inner }, { user_id: user.id })
    const [row, ...rest] = await tenant.client.groups.memberships.list(
      { group_id: outer },
      { effective: true },
    )
    expect(rest).toEqual([])
    expect(row?.via.map(({ id }) => id)).toEqual([inner])
    expect(row?.ways.map((way) => way.map(({ id }) => id))).toEqual([[inner], [middle, inner]])
    const own = await instances.first.as(user.token, tenant.tenantId).me.groups.list({ id: [outer] })
    expect(own.map(({ ways }) => ways.map(({ via }) => via.map(({ id }) => id)))).toEqual([
      [[inner], [middle, inner]],
    ])
    const direct = await tenant.client.groups.memberships.list({ group_id: inner })
    expect(direct.map(({ via, ways }) => [via, ways])).toEqual([[[], [[]]]])
  })
})

describe('the last owner', () => {
  test('is neither removed nor deactivated', async () => {
    const tenant = await openTenant()
    const group_id = await groupOf(tenant, 'owners')
    const [only] = await tenant.client.groups.memberships.list({ group_id })
    const removed = tenant.client.groups.memberships.delete({ group_id, membership_id: only?.id ?? '' })
    expect(await codeOf(removed)).toBe('last_owner')
    expect(await codeOf(tenant.client.users.deactivate({ user_id: tenant.owner.id }))).toBe('last_owner')
    expect(await codeOf(tenant.client.users.delete({ user_id: tenant.owner.id }))).not.toBe('done')
    expect(await reads(tenant, tenant.owner)).toBe(200)
  })

  test('of a tenant that is archived can be deactivated', async () => {
    const tenant = await openTenant()
    const operator = await instances.first.signUp()
    await grantOnly(instances.first, ROOT_TENANT_ID, operator, ['*'])
    const root = instances.second.as(operator.token, ROOT_TENANT_ID)
    const deactivated = () => codeOf(root.users.deactivate({ user_id: tenant.owner.id }))
    expect(await deactivated()).toBe('last_owner')
    await root.tenants.archive({ tenant_id: tenant.tenantId })
    expect(await deactivated()).toBe('done')
    expect(await reads(tenant, tenant.owner)).toBe(401)
  })

  test('stays where all owners go at once, on two instances', async () => {
    for (let round = 0; round < 4; round += 1) {
      const tenant = await openTenant()
      const group_id = await groupOf(tenant, 'owners')
      const owners = [tenant.owner]
      for (let n = 0; n < 3; n += 1) {
        const user = await instances.first.signUp()
        await tenant.client.groups.memberships.create({ group_id }, { user_id: user.id })
        owners.push(user)
      }
      const memberships = await tenant.client.groups.memberships.list({ group_id })
      const results = await atOnce(owners.length, (n) => {
        const user = owners[n] ?? tenant.owner
        const own = memberships.find(({ user_id }) => user_id === user.id)
        const client = tenant.as(user, n)
        return codeOf(
          n % 2
            ? client.users.deactivate({ user_id: user.id })
            : client.groups.memberships.delete({ group_id, membership_id: own?.id ?? '' }),
        )
      })
      expect(results.filter((code) => code === 'done').length).toBeLessThan(owners.length)
      const statuses = await Promise.all(owners.map((user) => reads(tenant, user)))
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    }
  })

  test('may go with a group that lies within the owners only after somebody else is one', async () => {
    const tenant = await openTenant()
    const owners = await groupOf(tenant, 'owners')
    const group_id = await newGroup(tenant)
    await nest(tenant, owners, group_id)
    await tenant.client.groups.memberships.create({ group_id }, { user_id: tenant.owner.id })
    const direct = (await tenant.client.groups.memberships.list({ group_id: owners })).find(
      ({ user_id }) => user_id,
    )
    await tenant.client.groups.memberships.delete({ group_id: owners, membership_id: direct?.id ?? '' })
    expect(await codeOf(tenant.client.groups.archive({ group_id }))).toBe('last_owner')
    expect(await codeOf(tenant.client.groups.delete({ group_id }))).toBe('last_owner')
    expect(await reads(tenant, tenant.owner)).toBe(200)
  })
})

describe('nobody grants what they do not have', () => {
  test('by a membership, a permission, a group within, or a restored group', async () => {
    const tenant = await openTenant()
    const actor = await instances.first.signUp()
    await grantOnly(instances.first, tenant.tenantId, actor, ['groups:read', 'groups:write', 'assets:read'])
    const client = tenant.as(actor, 1)
    const [strong, weak, within, archived, withinArchived] = [
      await newGroup(tenant, ['assets:delete']),
      await newGroup(tenant),
      await newGroup(tenant),
      await newGroup(tenant, ['tenant:write']),
      await newGroup(tenant),
    ]
    await nest(tenant, strong, within)
    await nest(tenant, archived, withinArchived)
    await tenant.client.groups.archive({ group_id: archived })
    const { sql } = instances.first.database
    const digest = () =>
      sql`select md5(string_agg(e::text, ',' order by e::text)) from (
        select m.user_id, g.project_id, g.permissions from group_members m join group_grants g using (tenant_id, group_id)
         where m.tenant_id = ${tenant.tenantId}) e`
    const before = await digest()
    const owners = await groupOf(tenant, 'owners')
    const attempts = [
      client.groups.memberships.create({ group_id: strong }, { user_id: actor.id }),
      client.groups.memberships.create({ group_id: within }, { user_id: actor.id }),
      client.groups.memberships.create({ group_id: withinArchived }, { user_id: actor.id }),
      client.groups.memberships.create({ group_id: strong }, { member_group_id: weak }),
      client.groups.memberships.create({ group_id: owners }, { user_id: actor.id }),
      client.groups.update({ group_id: weak }, { permissions: ['assets:delete'] }),
      client.groups.update({ group_id: strong }, { permissions: [] }),
      client.groups.create({ name: 'Mine', permissions: ['*'] }),
      client.groups.restore({ group_id: archived }),
    ]
    expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'permission_denied'))
    expect(await digest()).toEqual(before)
    const groups = new Map(
      (await client.groups.list({ archived: 'include' })).map((group) => [group.id, group.is_grantable]),
    )
    const grantable = [strong, weak, within, archived, withinArchived, owners].map((id) => groups.get(id))
    expect(grantable).toEqual([false, true, false, false, false, false])
    const changed = await client.groups.update({ group_id: weak }, { permissions: ['assets:read'] })
    expect(changed.is_grantable).toBe(true)
    const grown = await tenant.client.groups.update({ group_id: weak }, { permissions: ['assets:delete'] })
    expect(grown.is_grantable).toBe(true)
    expect((await client.groups.get({ group_id: weak })).is_grantable).toBe(false)
  })

  test('administrators leave the owners alone', async () => {
    const tenant = await openTenant()
    const [administrator, other] = [await instances.first.signUp(), await instances.first.signUp()]
    await addToGroup(instances.first, tenant.tenantId, 'administrators', administrator)
    await addToGroup(instances.first, tenant.tenantId, 'owners', other)
    const group_id = await groupOf(tenant, 'owners')
    const [row] = await tenant.client.groups.memberships.list({ group_id }, { user_id: [other.id] })
    const client = tenant.as(administrator, 1)
    const removed = client.groups.memberships.delete({ group_id, membership_id: row?.id ?? '' })
    expect(await codeOf(removed)).toBe('permission_denied')
  })
})

test('a group of one project reaches that project and nothing else', async () => {
  const tenant = await openTenant()
  const project_id = await createProject(instances.first, tenant.tenantId)
  await createProject(instances.first, tenant.tenantId)
  const refused = tenant.client.groups.create({ name: 'No', project_id, permissions: ['persons:read'] })
  expect(await codeOf(refused)).toBe('validation_failed')
  const { id } = await tenant.client.groups.create({
    name: 'Team',
    project_id,
    permissions: ['projects:read', 'assets:read'],
  })
  const user = await instances.first.signUp()
  await tenant.client.groups.memberships.create({ group_id: id }, { user_id: user.id })
  const client = tenant.as(user, 1)
  expect((await client.me.projects.list()).map((project) => project.id)).toEqual([project_id])
  expect(await client.me.permissions.get()).toMatchObject({
    permissions: [],
    projects: [{ project_id, permissions: ['assets:read', 'projects:read'] }],
  })
  expect(await codeOf(client.persons.list())).toBe('permission_denied')
})

test('built-in groups stay, and what users may do is the tenant’s to say', async () => {
  const tenant = await openTenant()
  for (const key of ['owners', 'administrators', 'agents', 'registrars', 'users']) {
    const group_id = await groupOf(tenant, key)
    const attempts = [
      tenant.client.groups.update({ group_id }, { name: 'Another' }),
      tenant.client.groups.archive({ group_id }),
      tenant.client.groups.delete({ group_id }),
    ]
    expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'built_in_record'))
  }
  const user = await instances.first.signUp()
  const group_id = await groupOf(tenant, 'users')
  await tenant.client.groups.memberships.create({ group_id }, { user_id: user.id })
  expect(await reads(tenant, user)).toBe(200)
  await tenant.client.groups.update({ group_id }, { permissions: ['tenant:read'] })
  expect(await reads(tenant, user)).toBe(403)
})

test('members that join at once are all members, with all that they may do', async () => {
  const tenant = await openTenant()
  const user = await instances.first.signUp()
  const groups = await Promise.all(
    (['assets:read', 'persons:read', 'locations:read', 'issues:read'] as const).map((permission) =>
      newGroup(tenant, [permission]),
    ),
  )
  await atOnce(groups.length, (n) =>
    tenant.as(tenant.owner, n).groups.memberships.create({ group_id: groups[n] ?? '' }, { user_id: user.id }),
  )
  const { permissions } = await tenant.as(user).me.permissions.get()
  expect(permissions).toEqual(['assets:read', 'issues:read', 'locations:read', 'persons:read'])
})
