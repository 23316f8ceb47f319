import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { SIGN_UP_TENANT_ID } from '../../src/system/seeds.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createTenant, grantOnly } from '../world.ts'

let service: TestService
let operator: TestUser
beforeAll(async () => {
  service = await startService()
  operator = await service.signUp()
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
})
afterAll(() => service.stop())

/** A tenant whose only owner is in a group within the group of owners. */
async function openTenant() {
  const [owner, first] = [await service.signUp(), await service.signUp()]
  const tenantId = await createTenant(service, { owners: [first] })
  const client = service.as(first.token, tenantId)
  const [owners] = await client.groups.list({ key: ['owners'] })
  const within = await client.groups.create({ name: 'Within' })
  await client.groups.memberships.create({ group_id: owners?.id ?? '' }, { member_group_id: within.id })
  await client.groups.memberships.create({ group_id: within.id }, { user_id: owner.id })
  const [direct] = await client.groups.memberships.list(
    { group_id: owners?.id ?? '' },
    { user_id: [first.id] },
  )
  await client.groups.memberships.delete({ group_id: owners?.id ?? '', membership_id: direct?.id ?? '' })
  return { tenantId, owner, withinId: within.id, ownersId: owners?.id ?? '' }
}

type Tenant = Awaited<ReturnType<typeof openTenant>>

/** Runs SQL in the tenant, without the service. */
const inTenant = (tenantId: string, work: (sql: postgres.TransactionSql) => Promise<unknown>) =>
  service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await work(sql)
  })
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

const ways: [what: string, work: (sql: postgres.TransactionSql, tenant: Tenant) => Promise<unknown>][] = [
  [
    'the membership of the owner',
    (sql, { owner }) => sql`delete from memberships where user_id = ${owner.id}`,
  ],
  [
    'the group within the owners',
    (sql, { withinId }) => sql`delete from memberships where member_group_id = ${withinId}`,
  ],
  ['that group itself', (sql, { withinId }) => sql`delete from groups where id = ${withinId}`],
  [
    'the use of that group',
    (sql, { withinId }) => sql`update groups set archived_at = now() where id = ${withinId}`,
  ],
  [
    'both at once',
    async (sql, { owner, withinId }) => {
      await sql`delete from memberships where user_id = ${owner.id}`
      await sql`delete from memberships where member_group_id = ${withinId}`
    },
  ],
  [
    'the account of the owner',
    (sql, { owner }) => sql`update users set status = 'deactivated' where id = ${owner.id}`,
  ],
  [
    'the place of the owner, for somebody who cannot sign in',
    async (sql, { owner }) => {
      const gone = newId()
      await sql`insert into users (id, email, password_hash, status) values (${gone}, ${`${gone}@example.org`}, 'none', 'deactivated')`
      await sql`update memberships set user_id = ${gone} where user_id = ${owner.id}`
    },
  ],
]

describe('the database rejects the removal of the last owner of a tenant, by whomever', () => {
  test.each(ways)('%s', async (_, work) => {
    const tenant = await openTenant()
    expect(await refusal(inTenant(tenant.tenantId, (sql) => work(sql, tenant)))).toBe('CHOWN')
    const other = await service.signUp()
    await addToGroup(service, tenant.tenantId, 'owners', other)
    expect(await refusal(inTenant(tenant.tenantId, (sql) => work(sql, tenant)))).toBe('done')
  })

  test('what the owners may do', async () => {
    const { tenantId, ownersId } = await openTenant()
    for (const change of ["permissions = '{assets:read}'", 'archived_at = now()'])
      expect(
        await refusal(
          inTenant(tenantId, (sql) => sql.unsafe(`update groups set ${change} where id = '${ownersId}'`)),
        ),
      ).toBe('23514')
  })

  test('one of two owners each, in two transactions at once', async () => {
    const [ada, bob] = [await service.signUp(), await service.signUp()]
    for (let round = 0; round < 5; round += 1) {
      const tenantId = await createTenant(service, { owners: [ada, bob] })
      const removed = [ada, bob].map(({ id }) =>
        refusal(inTenant(tenantId, (sql) => sql`delete from memberships where user_id = ${id}`)),
      )
      expect((await Promise.all(removed)).toSorted()).toEqual(['CHOWN', 'done'])
    }
  })

  test('many members at once, and the owners among them', async () => {
    const { tenantId, owner, withinId } = await openTenant()
    const client = service.as(owner.token, tenantId)
    const large = await client.groups.create({ name: 'Large' })
    await inTenant(tenantId, async (sql) => {
      await sql`
        insert into users (id, email, password_hash)
        select '01MEMBER' || lpad(n::text, 18, '0'), n || '@members.example.org', 'none' from generate_series(1, 5000) n`
      await sql`
        insert into memberships (tenant_id, id, group_id, user_id)
        select ${tenantId}, '01MEMBER' || lpad(n::text, 18, '0'), ${large.id}, '01MEMBER' || lpad(n::text, 18, '0')
          from generate_series(1, 5000) n`
      await sql`select commonhold_rebuild_permissions(${tenantId}, null)`
    })
    const all = inTenant(tenantId, (sql) => sql`delete from memberships where tenant_id = ${tenantId}`)
    expect(await refusal(all)).toBe('CHOWN')
    await client.groups.delete({ group_id: large.id })
    await expect(client.groups.get({ group_id: large.id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await refusal(client.groups.delete({ group_id: withinId }))).toBe('last_owner')
  })

  test('one after the other, where constraints are checked at once', async () => {
    const { tenantId, owner, withinId } = await openTenant()
    const other = await service.signUp()
    await service
      .as(owner.token, tenantId)
      .groups.memberships.create({ group_id: withinId }, { user_id: other.id })
    const removed: string[] = []
    const all = inTenant(tenantId, async (sql) => {
      await sql`set constraints all immediate`
      for (const { id } of [owner, other]) {
        await sql`delete from memberships where user_id = ${id}`
        removed.push(id)
      }
    })
    expect(await refusal(all)).toBe('CHOWN')
    expect(removed).toEqual([owner.id])
  })

  test('and a tenant that a user makes has one from the beginning', async () => {
    const [slug, id] = [newId().toLowerCase(), newId()]
    const made = service.database.sql`
      insert into tenants (id, name, slug, created_by) values (${id}, 'Nobody’s', ${slug}, ${operator.id})`
    expect(await refusal(made)).toBe('CHOWN')
  })
})

test('a tenant that never had an owner hinders nobody from leaving', async () => {
  const user = await service.signUp()
  expect(
    await refusal(
      inTenant(SIGN_UP_TENANT_ID, (sql) => sql`delete from memberships where user_id = ${user.id}`),
    ),
  ).toBe('done')
})

test('an operator who restores a tenant whose owners are gone becomes its owner; nobody else restores it', async () => {
  const { tenantId, owner } = await openTenant()
  const helper = await service.signUp()
  await grantOnly(service, tenantId, helper, ['tenant:write'])
  const root = service.as(operator.token, ROOT_TENANT_ID)
  await root.tenants.archive({ tenant_id: tenantId })
  await root.users.deactivate({ user_id: owner.id })
  expect(await refusal(helper.client.tenants.restore({ tenant_id: tenantId }))).toBe('last_owner')
  expect((await root.tenants.restore({ tenant_id: tenantId })).archived_at).toBeNull()
  const { permissions } = await service.as(operator.token, tenantId).me.permissions.get()
  expect(permissions).toEqual(['*'])
})

test('who has no permission removes nobody from a group that grants more', async () => {
  const { tenantId, owner, ownersId } = await openTenant()
  const [administrator, helper] = [await service.signUp(), await service.signUp()]
  await addToGroup(service, tenantId, 'administrators', administrator)
  await grantOnly(service, tenantId, helper, ['groups:read', 'groups:write', 'groups:delete'])
  const { groups } = service.as(owner.token, tenantId)
  const [administrators] = await groups.list({ key: ['administrators'] })
  const strong = await groups.create({ name: 'Strong', permissions: ['assets:delete'] })
  await groups.memberships.create({ group_id: strong.id }, { user_id: owner.id })
  const removeAll = async (by: TestUser, group_id: string) => {
    const client = service.as(by.token, tenantId)
    const [row] = await groups.memberships.list({ group_id })
    return refusal(client.groups.memberships.delete({ group_id, membership_id: row?.id ?? '' }))
  }
  expect(await removeAll(administrator, ownersId)).toBe('permission_denied')
  expect(await removeAll(helper, administrators?.id ?? '')).toBe('permission_denied')
  expect(await removeAll(helper, strong.id)).toBe('permission_denied')
  const client = service.as(helper.token, tenantId)
  expect(await refusal(client.groups.delete({ group_id: strong.id }))).toBe('permission_denied')
  expect(await removeAll(administrator, strong.id)).toBe('done')
})
