import { redactableUserMembers } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createTenant, grantOnly } from '../world.ts'

let service: TestService
let tenantId: string
let owner: TestUser
let member: TestUser
let plain: TestUser
beforeAll(async () => {
  service = await startService()
  owner = await service.signUp('zoe')
  member = await service.signUp('aaron')
  plain = await service.signUp('mia')
  tenantId = await createTenant(service, { owners: [owner] })
  await addToGroup(service, tenantId, 'users', member)
  await member.client.users.update(
    { user_id: member.id },
    { display_name: 'Ada Lovelace', username: 'countess', current_password: PASSWORD },
  )
})
afterAll(() => service.stop())

const as = async (permissions: readonly string[]) => {
  await grantOnly(service, tenantId, plain, permissions)
  return service.as(plain.token, tenantId)
}
const reply = (path: string) => send(service.address, path, { token: plain.token, tenantId })

describe('without users:read', () => {
  test('names and pictures of others are seen, everything else is null and named, oneself is seen whole', async () => {
    const { users } = await as([])
    const visible = await users.list()
    expect(visible.map(({ id }) => id).toSorted()).toEqual([owner.id, member.id, plain.id].toSorted())
    const ada = visible.find(({ id }) => id === member.id)
    expect(ada).toEqual(await users.get({ user_id: member.id }))
    expect(ada).toMatchObject({ display_name: 'Ada Lovelace', avatar_url: null })
    expect(ada?.redacted.toSorted()).toEqual([...redactableUserMembers].toSorted())
    for (const name of [
      'email',
      'username',
      'status',
      'last_sign_in_at',
      'password_changed_at',
      'created_at',
    ])
      expect(ada).toMatchObject({ [name]: null, redacted: expect.arrayContaining([name]) })
    for (const self of [visible.find(({ id }) => id === plain.id), await users.get({ user_id: plain.id })])
      expect(self).toMatchObject({ email: plain.email, status: 'active', redacted: [] })
  })

  test('no filter, order or word discloses what is hidden', async () => {
    await as([])
    const queries = [
      `email=${member.email}`,
      'username=countess',
      'username__is_null=true',
      'status=active',
      'last_sign_in_at__gte=2026-01-01T00:00:00Z',
      'last_sign_in_at__is_null=false',
      'created_at__lt=2026-01-01T00:00:00Z',
      'updated_at__gte=2026-01-01T00:00:00Z',
      'sort=email',
      'sort=display_name,-last_sign_in_at',
      'sort=-username',
      'sort=created_at',
      'sort=-updated_at',
    ]
    for (const query of queries)
      expect([query, (await reply(`GET /users?${query}`)).json]).toEqual([
        query,
        expect.objectContaining({ code: 'permission_denied', required_permission: 'users:read' }),
      ])
    for (const [q, found] of [
      ['countess', 0],
      [member.email, 0],
      ['aaron', 0],
      ['lovelace', 1],
    ] as const) {
      const answer = await reply(`GET /users?count=true&q=${q}`)
      expect([q, JSON.parse(answer.text).length, answer.headers.get('total-count')]).toEqual([
        q,
        found,
        String(found),
      ])
    }
    for (const sort of ['display_name', '-last_name', 'id'])
      expect((await reply(`GET /users?sort=${sort}`)).status).toBe(200)
  })

  test('the order is that of the ids, newest first', async () => {
    const { users } = await as([])
    const ids = (await users.list()).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  test('no record that shows a user shows more than the name', async () => {
    const client = service.as(owner.token, tenantId)
    const issue = await client.issues.create({ title: 'Seen by many', assignee_id: member.id })
    await client.issues.comments.create({ issue_id: issue.id }, { body: 'Said' })
    const groups = await client.groups.list()
    const paths = [
      `/issues/${issue.id}/watchers`,
      `/issues/${issue.id}/activity`,
      `/issues/${issue.id}/history`,
      ...groups.map(({ id }) => `/groups/${id}/memberships?effective=true`),
      '/users',
    ]
    await grantOnly(service, tenantId, plain, ['issues:read', 'issues:manage', 'groups:read'])
    for (const path of paths) {
      const answer = await reply(`GET ${path}`)
      expect([path, answer.status]).toEqual([path, 200])
      for (const hidden of [owner.email, member.email, 'countess'])
        expect([path, answer.text.includes(hidden)]).toEqual([path, false])
    }
    const [membership] = await client.groups.memberships.list({
      group_id: groups.find(({ key }) => key === 'owners')?.id ?? '',
    })
    expect(membership?.member.name).toBe(`User ${owner.id.slice(-6)}`)
  })
})

test('an actor whom an earlier release called by the address is shown by name in the history', async () => {
  const client = service.as(owner.token, tenantId)
  const issue = await client.issues.create({ title: 'Made long ago' })
  await service.database.sql.begin(async (sql) => {
    await sql`alter table audit_log no force row level security`
    await sql`update audit_log set actor_name = ${owner.email} where record_id = ${issue.id}`
    await sql`alter table audit_log force row level security`
  })
  const [entry] = await client.issues.history.list({ issue_id: issue.id }, { sort: ['id'] })
  expect(entry?.actor?.display_name).toBe(`User ${owner.id.slice(-6)}`)
})

test('with users:read all of it is seen, filtered and sorted by', async () => {
  const { users } = await as(['users:read'])
  const [found] = await users.list({ email: [member.email], sort: ['-last_sign_in_at'], q: 'countess' })
  expect(found).toMatchObject({ email: member.email, username: 'countess', status: 'active', redacted: [] })
})

test('who belongs to no tenant sees only the own account', async () => {
  const { sql } = service.database
  const user = await service.signUp()
  await sql`update sessions set current_tenant_id = null where user_id = ${user.id}`
  expect(await user.client.users.get({ user_id: user.id })).toMatchObject({ email: user.email, redacted: [] })
  const listed = await send(service.address, 'GET /users', { token: user.token })
  expect(listed.json).toMatchObject({ status: 403, code: 'tenant_access_denied' })
})

test('a service account in no group is there for who may see service accounts, and has no groups', async () => {
  const { serviceAccounts } = service.as(owner.token, tenantId)
  const { id } = await serviceAccounts.create({ name: 'Nightly import' })
  const other = await createTenant(service, { owners: [owner] })
  const seer = await as(['groups:read', 'service_accounts:read'])
  expect(await seer.users.groups.list({ user_id: id })).toEqual([])
  expect(await seer.users.get({ user_id: id })).toMatchObject({ display_name: 'Nightly import' })
  expect(await service.as(owner.token, other).users.groups.list.safe({ user_id: id })).toMatchObject({
    error: { status: 404 },
  })
  const { users } = await as(['groups:read'])
  expect(await users.groups.list.safe({ user_id: id })).toMatchObject({ error: { status: 404 } })
})
