import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createProject, createTenant } from '../world.ts'

let service: TestService
let owner: TestUser
let operator: TestUser
let tenantId: string
beforeAll(async () => {
  service = await startService()
  ;[owner, operator] = [await service.signUp(), await service.signUp()]
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
  tenantId = await createTenant(service, { owners: [owner] })
})
afterAll(() => service.stop())

const client = () => service.as(owner.token, tenantId)
const root = () => service.as(operator.token, ROOT_TENANT_ID)
const newGroup = async (permissions: 'assets:read'[] = []) =>
  (await client().groups.create({ name: `Group ${Math.random()}`, permissions })).id
const join = async (group_id: string, user: TestUser) =>
  (await client().groups.memberships.create({ group_id }, { user_id: user.id })).id
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const statusOf = async (user: TestUser) =>
  (await send(service.address, 'GET /assets', { token: user.token, tenantId })).status

test('a group and a membership that name their tenant grant as others do', async () => {
  const user = await service.signUp()
  const named = { tenant_id: tenantId }
  const { id } = await client().groups.create({ ...named, name: 'Named', permissions: ['assets:read'] })
  await client().groups.memberships.create({ group_id: id }, { ...named, user_id: user.id })
  expect(await statusOf(user)).toBe(200)
})

test('a change of what a group grants touches no row of its members, however many', async () => {
  const [group_id, within] = [await newGroup(), await newGroup()]
  await client().groups.memberships.create({ group_id }, { member_group_id: within })
  const users = [await service.signUp(), await service.signUp(), await service.signUp()]
  for (const user of users) await join(within, user)
  const { sql } = service.database
  const rows = () => sql`
    select xmin::text, ctid::text, user_id from group_members where tenant_id = ${tenantId}
    union all select xmin::text, ctid::text, user_id from user_tenants where tenant_id = ${tenantId} order by 1, 2`
  const before = [...(await rows())]
  expect(before.length).toBeGreaterThan(users.length)
  await client().groups.update({ group_id }, { permissions: ['assets:read'] })
  expect(await Promise.all(users.map(statusOf))).toEqual([200, 200, 200])
  await client().groups.update({ group_id }, { permissions: [] })
  expect(await Promise.all(users.map(statusOf))).toEqual([403, 403, 403])
  expect([...(await rows())]).toEqual(before)
})

test('what a group of another tenant grants is nothing here, even if it had the same id', async () => {
  const [group_id, user, stranger] = [await newGroup(), await service.signUp(), await service.signUp()]
  await join(group_id, user)
  const elsewhere = await createTenant(service, { owners: [stranger] })
  for (const projectId of [
    '',
    await createProject(service, elsewhere),
    await createProject(service, tenantId),
  ])
    await service.database.sql`
      insert into group_grants (tenant_id, group_id, project_id, permissions)
      values (${elsewhere}, ${group_id}, ${projectId}, '{assets:read}')`
  expect(await statusOf(user)).toBe(403)
})

test('who belongs to a tenant follows from the groups that are in use', async () => {
  const [first, second, user] = [await newGroup(), await newGroup(), await service.signUp()]
  await join(first, user)
  await join(second, user)
  const belongs = async () => {
    const listed = await client().users.list({ email: [user.email] })
    const mine = await user.client.me.tenants.list()
    const { member_count } = await client().tenants.get({ tenant_id: tenantId })
    return [listed.length, mine.filter(({ id }) => id === tenantId).length, member_count]
  }
  const [, , count] = await belongs()
  await client().groups.archive({ group_id: first })
  expect(await belongs()).toEqual([1, 1, count])
  await client().groups.archive({ group_id: second })
  expect(await belongs()).toEqual([0, 0, Number(count) - 1])
  await client().groups.restore({ group_id: first })
  expect(await belongs()).toEqual([1, 1, count])
  await client().groups.delete({ group_id: first })
  expect(await belongs()).toEqual([0, 0, Number(count) - 1])
})

test('an account that has written in a tenant is not deleted, also after it has left', async () => {
  const [group_id, user] = [await newGroup(['assets:read']), await service.signUp()]
  await client().groups.update({ group_id }, { permissions: ['locations:write'] })
  const membership_id = await join(group_id, user)
  await service.as(user.token, tenantId).locationTypes.create({ name: `Type ${user.id}` })
  await client().groups.memberships.delete({ group_id, membership_id })
  expect(await codeOf(root().users.delete({ user_id: user.id }))).toBe('dependent_item_exists')
})

test('an operator who has written in a tenant of others is not deleted', async () => {
  const other = await service.signUp()
  await addToGroup(service, ROOT_TENANT_ID, 'owners', other)
  await service.as(other.token).tenants.update({ tenant_id: tenantId }, { description: `by ${other.id}` })
  expect(await codeOf(root().users.delete({ user_id: other.id }))).toBe('dependent_item_exists')
})

test('an account whose groups are archived is deleted, and leaves them', async () => {
  const [group_id, user] = [await newGroup(), await service.signUp()]
  await join(group_id, user)
  await client().groups.archive({ group_id })
  expect(await codeOf(root().users.delete({ user_id: user.id }))).toBe('done')
  expect(await client().groups.memberships.list({ group_id })).toEqual([])
})
