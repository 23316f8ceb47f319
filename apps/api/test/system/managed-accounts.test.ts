import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { startUntilWaiting } from '../waiting.ts'
import { addToGroup, createTenant, grantOnly } from '../world.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

let serial = 0
/** A tenant, its owner, an administrator, and an account that the tenant created. */
async function openTenant() {
  serial += 1
  const [owner, administrator] = [await service.signUp(), await service.signUp()]
  const tenant = await owner.client.tenants.create({ name: `School ${serial}` })
  await addToGroup(service, tenant.id, 'administrators', administrator)
  const as = (user: TestUser) => service.as(user.token, tenant.id)
  const email = `pupil${serial}@example.org`
  const pupil = await send(service.address, 'POST /users', {
    token: owner.token,
    tenantId: tenant.id,
    json: { email, password: PASSWORD },
  })
  return { tenant, owner, administrator, as, email, user_id: String(pupil.json.id) }
}

test('a tenant looks after the accounts that it made', async () => {
  const { as, administrator, email, user_id } = await openTenant()
  const { users } = as(administrator)
  expect((await users.update({ user_id }, { first_name: 'Ada' })).first_name).toBe('Ada')
  await users.update({ user_id }, { password: 'another password for tests' })
  const signIn = (password: string) => refusal(service.anonymous.auth.createToken({ email, password }))
  expect([await signIn(PASSWORD), await signIn('another password for tests')]).toEqual([
    'invalid_credentials',
    'done',
  ])
  expect((await users.deactivate({ user_id })).status).toBe('deactivated')
  expect(await signIn('another password for tests')).toBe('invalid_credentials')
  expect((await users.restore({ user_id })).status).toBe('active')
  expect(await refusal(users.delete({ user_id }))).toBe('done')
  expect(await refusal(users.get({ user_id }))).toBe('not_found')
})

test('it needs the permission for each, and looks after nobody else', async () => {
  const { as, tenant, owner, user_id } = await openTenant()
  const [helper, stranger] = [await service.signUp(), await service.signUp()]
  const readAll = (await as(owner).groups.get({ group_id: tenant.users_group_id })).permissions
  const permissions = readAll.filter((name) => name !== '*')
  const attempts = (of: string) => [
    () => as(helper).users.update({ user_id: of }, { first_name: 'Mine' }),
    () => as(helper).users.deactivate({ user_id: of }),
    () => as(helper).users.restore({ user_id: of }),
    () => as(helper).users.delete({ user_id: of }),
  ]
  const outcomes = async (of: string) => {
    const found: (string | undefined)[] = []
    for (const attempt of attempts(of)) found.push(await refusal(attempt()))
    return found
  }
  const refused = 'permission_denied'
  await grantOnly(service, tenant.id, helper, [...permissions, 'users:write'])
  expect(await outcomes(user_id)).toEqual(['done', 'done', 'done', refused])
  await grantOnly(service, tenant.id, helper, [...permissions, 'users:write', 'users:delete'])
  await addToGroup(service, tenant.id, 'users', stranger)
  expect(await outcomes(stranger.id)).toEqual([refused, refused, refused, refused])
  await grantOnly(service, tenant.id, helper, [...permissions, 'users:delete'])
  expect(await outcomes(user_id)).toEqual([refused, refused, refused, 'done'])
})

test('an account that belongs to another tenant, too, is its own again', async () => {
  const { as, administrator, user_id, email } = await openTenant()
  const { access_token } = await service.anonymous.auth.createToken({ email, password: PASSWORD })
  const pupil = service.as(access_token)
  const own = await pupil.tenants.create({ name: 'One’s own' })
  const rename = () => refusal(as(administrator).users.update({ user_id }, { first_name: 'Mine' }))
  expect(await rename()).toBe('permission_denied')
  await pupil.tenants.archive({ tenant_id: own.id })
  await pupil.tenants.delete({ tenant_id: own.id })
  expect(await rename()).toBe('done')
})

type Change = (users: TestUser['client']['users'], user_id: string) => Promise<unknown>

test.each<[string, Change]>([
  ['changed', (users, user_id) => users.update({ user_id }, { first_name: 'Mine' })],
  ['given a password', (users, user_id) => users.update({ user_id }, { password: 'taken over by somebody' })],
  ['deactivated', (users, user_id) => users.deactivate({ user_id })],
  ['restored', (users, user_id) => users.restore({ user_id })],
  ['deleted', (users, user_id) => users.delete({ user_id })],
])('an account that joins another tenant meanwhile is not %s', async (_, change) => {
  const { as, administrator, user_id } = await openTenant()
  const { sql } = service.database
  await as(administrator).users.update({ user_id }, { first_name: 'Ada' })
  const other = await createTenant(service, {})
  const { answer } = await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${other})`
    await tx`select 1 from users where id = ${user_id} for share`
    await tx`insert into memberships (id, group_id, user_id) select ${newId()}, id, ${user_id} from groups where tenant_id = ${other} and key = 'users'`
    await tx`select commonhold_rebuild_permissions(${other}, array[${user_id}])`
    return startUntilWaiting(sql, () => refusal(change(as(administrator).users, user_id)))
  })
  expect(await answer).toBe('permission_denied')
})

test('a group that is archived for a while hands no account to the tenant that made it', async () => {
  const { as, owner, administrator, user_id, tenant } = await openTenant()
  const resetPasswordOf = () =>
    refusal(as(administrator).users.update({ user_id }, { password: 'taken over by somebody' }))
  const other = await owner.client.tenants.create({ name: 'Another school' })
  const theirs = service.as(owner.token, other.id)
  const { id: group_id } = await theirs.groups.create({ name: 'Guests', permissions: ['persons:read'] })
  await theirs.groups.memberships.create({ group_id }, { user_id })
  await theirs.groups.archive({ group_id })
  expect(await resetPasswordOf()).toBe('permission_denied')
  await theirs.groups.delete({ group_id })
  expect(await resetPasswordOf()).toBe('done')

  const strong = await as(owner).groups.create({ name: 'Strong', permissions: ['tenant:delete'] })
  await as(owner).groups.memberships.create({ group_id: strong.id }, { user_id })
  await as(owner).groups.archive({ group_id: strong.id })
  expect(await resetPasswordOf()).toBe('permission_denied')
  expect(tenant.is_root).toBe(false)
})

test('nobody looks after an account that may do more than they may', async () => {
  const { as, owner, administrator, tenant, user_id } = await openTenant()
  const [owners] = await as(owner).groups.list({ key: ['owners'] })
  await as(owner).groups.memberships.create({ group_id: owners?.id ?? '' }, { user_id })
  const resetPasswordBy = (by: TestUser) =>
    refusal(as(by).users.update({ user_id }, { password: 'taken over by somebody' }))
  expect(await resetPasswordBy(administrator)).toBe('permission_denied')
  expect(await refusal(as(administrator).users.deactivate({ user_id }))).toBe('permission_denied')
  expect(await resetPasswordBy(owner)).toBe('done')
  expect(tenant.is_root).toBe(false)
})

test('the tenant that looks after it must be the selected one', async () => {
  const { owner, user_id } = await openTenant()
  const other = await owner.client.tenants.create({ name: 'Another' })
  await addToGroup(service, ROOT_TENANT_ID, 'users', owner)
  for (const tenantId of [other.id, ROOT_TENANT_ID]) {
    const outcome = await refusal(
      service.as(owner.token, tenantId).users.update({ user_id }, { first_name: 'Mine' }),
    )
    expect(outcome).toBe('not_found')
  }
})
