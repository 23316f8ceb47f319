import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { allAuditRows } from '../auth/audit-rows.ts'
import { atOnce, type Instances, startTwo } from '../auth/instances.ts'
import { send } from '../security/send.ts'
import { PASSWORD, type TestUser } from '../service.ts'
import { addToGroup, grantOnly } from '../world.ts'

let instances: Instances
let operator: TestUser
beforeAll(async () => {
  instances = await startTwo()
  operator = await instances.first.signUp()
  await addToGroup(instances.first, ROOT_TENANT_ID, 'owners', operator)
})
afterAll(() => instances.stop())

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const meOn = async (n: number, token: string) =>
  (await send(instances.address(n), 'GET /me', { token })).status
const signInAgain = (user: TestUser) =>
  instances.first.anonymous.auth.createToken({ email: user.email, password: PASSWORD })

/** A user who created a tenant through the API. */
async function openTenant(name = 'A tenant') {
  const owner = await instances.first.signUp()
  const tenant = await owner.client.tenants.create({ name })
  return { owner, tenant, client: instances.first.as(owner.token, tenant.id) }
}

describe('a session', () => {
  test('that is ended is refused at once on the other instance', async () => {
    const user = await instances.first.signUp()
    const [one, two] = [await signInAgain(user), await signInAgain(user)]
    await user.client.me.sessions.delete({ session_id: one.session_id })
    expect([await meOn(1, one.access_token), await meOn(1, two.access_token)]).toEqual([401, 200])
    expect(await codeOf(user.client.me.sessions.delete({ session_id: one.session_id }))).toBe('not_found')
    await user.client.me.sessions.clear()
    expect([await meOn(1, two.access_token), await meOn(1, user.token)]).toEqual([401, 200])
  })

  test('of somebody else cannot be ended', async () => {
    const [user, other] = [await instances.first.signUp(), await instances.first.signUp()]
    expect(await codeOf(user.client.me.sessions.delete({ session_id: other.sessionId }))).toBe('not_found')
    expect(await meOn(1, other.token)).toBe(200)
  })

  test('works in the tenant that a request names, checked each time, and named in the answer', async () => {
    const { owner, tenant } = await openTenant()
    await owner.client.me.currentTenant.set({ tenant_id: tenant.id })
    const other = await owner.client.tenants.create({ name: 'Another' })
    const request = (tenantId?: string) =>
      send(instances.address(1), 'GET /me/groups', {
        token: owner.token,
        ...(tenantId ? { tenantId } : {}),
      })
    for (const [reply, id] of [
      [await request(), tenant.id],
      [await request(other.id), other.id],
    ] as const)
      expect([reply.status, reply.headers.get('x-tenant-id')]).toEqual([200, id])
    const { tenant: foreign } = await openTenant()
    expect((await request(foreign.id)).json).toMatchObject({ status: 403, code: 'tenant_access_denied' })
    const selected = owner.client.me.currentTenant.set({ tenant_id: foreign.id })
    expect(await codeOf(selected)).toBe('tenant_access_denied')
  })

  test('starts in the preferred tenant and project', async () => {
    const { owner, tenant, client } = await openTenant()
    const project = await client.projects.create({ name: 'Preferred' })
    await client.me.preferences.update({ default_tenant_id: tenant.id, default_project_id: project.id })
    const { access_token } = await signInAgain(owner)
    expect(await instances.second.as(access_token).me.get()).toMatchObject({
      current_tenant_id: tenant.id,
      current_project_id: project.id,
    })
    const fresh = instances.second.as(access_token)
    await fresh.me.currentTenant.set({ tenant_id: (await fresh.tenants.create({ name: 'Third' })).id })
    expect(await codeOf(fresh.me.currentProject.get())).toBe('no_project_selected')
  })

  test('starts in the tenant that the user chose last, until it cannot be used', async () => {
    const { owner, tenant } = await openTenant()
    const startsIn = async () => {
      const { access_token } = await signInAgain(owner)
      return (await instances.second.as(access_token).me.get()).current_tenant_id
    }
    const first = await startsIn()
    expect(first).not.toBe(tenant.id)
    const other = await owner.client.tenants.create({ name: 'Another' })
    for (const { id: tenant_id } of [tenant, other, tenant, other]) {
      await owner.client.me.currentTenant.set({ tenant_id })
      expect(await startsIn()).toBe(tenant_id)
    }
    await owner.client.me.preferences.update({ default_tenant_id: tenant.id })
    expect(await startsIn()).toBe(tenant.id)
    await owner.client.me.preferences.update({ default_tenant_id: null })
    await owner.client.tenants.archive({ tenant_id: other.id }, {}, { tenantId: other.id })
    expect(await startsIn()).toBe(tenant.id)
  })

  test('prefers a project of the preferred tenant, named together or before, and of no other', async () => {
    const { owner, tenant, client } = await openTenant()
    const { id: default_project_id } = await client.projects.create({ name: 'Preferred' })
    const prefer = (body: Parameters<typeof client.me.preferences.update>[0]) =>
      codeOf(owner.client.me.preferences.update(body))
    expect(await prefer({ default_project_id })).toBe('validation_failed')
    expect(await prefer({ default_tenant_id: tenant.id, default_project_id })).toBe('done')
    expect(await prefer({ default_project_id })).toBe('done')
    expect(await prefer({ default_tenant_id: null, default_project_id })).toBe('validation_failed')
  })

  test('prefers no project that is gone', async () => {
    const { client, tenant } = await openTenant()
    const { id: project_id } = await client.projects.create({ name: 'Preferred' })
    await client.me.preferences.update({ default_tenant_id: tenant.id, default_project_id: project_id })
    await client.projects.delete({ project_id })
    expect((await client.me.preferences.get()).default_project_id).toBeNull()
  })
})

describe('an account', () => {
  test('is added to a tenant by its owner, with the same client as everything else', async () => {
    const { tenant, client } = await openTenant()
    const added = await client.users.create({
      email: `${tenant.id.toLowerCase()}@example.org`,
      password: PASSWORD,
    })
    const members = await client.users.list({ limit: 100 })
    expect(members.map(({ id }) => id)).toContain(added.id)
  })

  test('ends all other sessions with a new password, which needs the old one', async () => {
    const user = await instances.first.signUp()
    const other = await signInAgain(user)
    const update = (body: Parameters<typeof user.client.users.update>[1]) =>
      codeOf(user.client.users.update({ user_id: user.id }, body))
    const password = 'another password for tests'
    expect(await update({ password })).toBe('validation_failed')
    expect(await update({ password, current_password: 'a wrong password' })).toBe('validation_failed')
    expect(await update({ email: 'new@example.org' })).toBe('validation_failed')
    expect(await meOn(1, other.access_token)).toBe(200)
    expect(await update({ password, current_password: PASSWORD })).toBe('done')
    expect([await meOn(1, other.access_token), await meOn(1, user.token)]).toEqual([401, 200])
    const signIn = (password: string) =>
      codeOf(instances.second.anonymous.auth.createToken({ email: user.email, password }))
    expect([await signIn(PASSWORD), await signIn(password)]).toEqual(['invalid_credentials', 'done'])
  })

  test('gets no password that is its own name or address', async () => {
    const user = await instances.first.signUp()
    const { username } = await user.client.users.update(
      { user_id: user.id },
      { username: `ada_${user.id.toLowerCase()}`, current_password: PASSWORD },
    )
    const named = [user.email, user.email.split('@')[0], username]
    for (const password of named)
      expect(
        await send(instances.address(0), `PATCH /users/${user.id}`, {
          token: user.token,
          json: { password, current_password: PASSWORD },
        }),
      ).toMatchObject({
        json: { status: 422, errors: [{ pointer: '/password', code: 'not_allowed_value' }] },
      })
  })

  test('gets an answer that names the wrong member', async () => {
    const user = await instances.first.signUp()
    const reply = await send(instances.address(0), `PATCH /users/${user.id}`, {
      token: user.token,
      json: { username: 'somebody', current_password: 'a wrong password' },
    })
    expect(reply.json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/current_password', code: 'current_password_incorrect' }],
    })
  })

  test('is out of reach of the administrators of a tenant, not of an operator', async () => {
    const { owner, tenant, client } = await openTenant()
    const user = await instances.first.signUp()
    await client.groups.memberships.create({ group_id: tenant.users_group_id }, { user_id: user.id })
    const attempts = [
      client.users.update({ user_id: user.id }, { display_name: 'Mine' }),
      client.users.update({ user_id: user.id }, { password: 'taken over by somebody' }),
      client.users.deactivate({ user_id: user.id }),
      client.users.delete({ user_id: user.id }),
    ]
    expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'permission_denied'))
    const refused = send(instances.address(0), `PATCH /users/${user.id}`, {
      token: owner.token,
      tenantId: tenant.id,
      json: { display_name: 'Mine' },
    })
    expect((await refused).json.detail).toMatch(/operators of the installation/)
    const root = instances.second.as(operator.token, ROOT_TENANT_ID)
    await root.users.update({ user_id: user.id }, { display_name: 'Renamed' })
    await root.users.deactivate({ user_id: user.id }, { reason: 'left' })
    expect(await meOn(0, user.token)).toBe(401)
    expect(await codeOf(signInAgain(user))).toBe('invalid_credentials')
    await root.users.restore({ user_id: user.id })
    expect(await codeOf(signInAgain(user))).toBe('done')
    expect(await meOn(0, owner.token)).toBe(200)
  })

  test('is closed by who is in no tenant, and the audit log names none', async () => {
    const { database } = instances.first
    const user = await instances.first.signUp()
    await database.sql`update sessions set current_tenant_id = null, current_project_id = null where user_id = ${user.id}`
    await user.client.users.deactivate({ user_id: user.id })
    const entries = (await allAuditRows(database)).filter(
      ({ operation, record_id }) => operation === 'deactivateUser' && record_id === user.id,
    )
    expect(entries.map(({ tenant_id }) => tenant_id)).toEqual([null])
  })

  test('names the person in the selected tenant that it is of', async () => {
    const { owner, client, tenant } = await openTenant()
    const { id } = await client.persons.create({ user_id: owner.id })
    const { id: group_id } = await client.groups.create({ name: 'Readers', permissions: ['users:read'] })
    const other = await instances.first.signUp()
    await client.groups.memberships.create({ group_id }, { user_id: other.id })
    expect((await client.me.get()).person_id).toBeNull()
    await client.me.currentTenant.set({ tenant_id: tenant.id })
    expect([
      (await client.me.get()).person_id,
      (await client.users.get({ user_id: owner.id })).person_id,
      (await client.users.update({ user_id: owner.id }, { display_name: 'Ada' })).person_id,
      (await client.users.list()).map(({ person_id }) => person_id).toSorted(),
    ]).toEqual([id, id, id, [id, null]])
    await client.persons.archive({ person_id: id })
    expect((await client.me.get()).person_id).toBeNull()
  })

  test('is found by address and username, however they are written', async () => {
    const { owner, client } = await openTenant()
    await client.users.update({ user_id: owner.id }, { username: 'grace', current_password: PASSWORD })
    for (const query of [{ email: [owner.email.toUpperCase()] }, { username: ['Grace'] }])
      expect((await client.users.list(query)).map(({ id }) => id)).toEqual([owner.id])
  })

  test('is deleted while it has written nothing, and not afterwards', async () => {
    const root = instances.first.as(operator.token, ROOT_TENANT_ID)
    const [idle, busy] = [await instances.first.signUp(), await instances.first.signUp()]
    await busy.client.locationTypes.create({ name: `Made by ${busy.id}` })
    expect(await codeOf(root.users.delete({ user_id: busy.id }))).toBe('dependent_item_exists')
    expect(await codeOf(root.users.delete({ user_id: idle.id }))).toBe('done')
    expect(await meOn(1, idle.token)).toBe(401)
  })

  test('made with a token joins the selected tenant; the maker must hold what it gets', async () => {
    const { owner, tenant, client } = await openTenant()
    const create = (token: string, email: string) =>
      send(instances.address(1), 'POST /users', {
        token,
        tenantId: tenant.id,
        json: { email, password: PASSWORD },
      })
    const made = await create(owner.token, 'added@example.org')
    expect(made.status).toBe(201)
    expect((await client.users.list({ email: ['added@example.org'] })).length).toBe(1)
    expect((await create(owner.token, 'added@example.org')).json).toMatchObject({ code: 'already_exists' })
    const helper = await instances.first.signUp()
    await grantOnly(instances.first, tenant.id, helper, ['users:write'])
    expect((await create(helper.token, 'stronger@example.org')).status).toBe(403)
    await grantOnly(instances.first, tenant.id, helper, ['users:read'])
    const signedUp = await create(helper.token, 'elsewhere@example.org')
    expect([signedUp.status, signedUp.headers.get('x-tenant-id')]).toEqual([201, null])
    expect(await client.users.list({ email: ['elsewhere@example.org'] })).toEqual([])
  })
})

describe('a tenant', () => {
  test('gets its built-in groups, its owner and a slug of its own, however many are made at once', async () => {
    const user = await instances.first.signUp()
    const made = await atOnce(8, (n) =>
      (n % 2 ? instances.second : instances.first)
        .as(user.token)
        .tenants.create({ name: 'Zürich West Straße' }),
    )
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(8)
    expect(made.map(({ slug }) => slug)).toContain('zurich-west-strasse')
    const [{ id = '', users_group_id = '' } = {}] = made
    const groups = await instances.first.as(user.token, id).groups.list({ sort: ['name'] })
    expect(groups.map(({ key }) => key)).toEqual([
      'administrators',
      'agents',
      'owners',
      'registrars',
      'users',
    ])
    expect(groups.find(({ key }) => key === 'users')?.id).toBe(users_group_id)
  })

  test('that is archived serves nobody, until it is restored', async () => {
    const { owner, tenant, client } = await openTenant()
    await client.tenants.archive({ tenant_id: tenant.id })
    const request = () =>
      send(instances.address(1), 'GET /assets', { token: owner.token, tenantId: tenant.id })
    expect((await request()).json).toMatchObject({ status: 409, code: 'record_archived' })
    expect(await codeOf(owner.client.me.currentTenant.set({ tenant_id: tenant.id }))).toBe('record_archived')
    await owner.client.tenants.restore({ tenant_id: tenant.id })
    expect((await request()).status).toBe(200)
  })

  test('is deleted only when it is archived and holds nothing; the root never', async () => {
    const { owner, tenant, client } = await openTenant()
    const remove = (tenant_id: string) => codeOf(owner.client.tenants.delete({ tenant_id }))
    expect(await remove(tenant.id)).toBe('invalid_transition')
    const type = await client.locationTypes.create({ name: 'In the way' })
    await owner.client.tenants.archive({ tenant_id: tenant.id })
    expect(await remove(tenant.id)).toBe('dependent_item_exists')
    await owner.client.tenants.restore({ tenant_id: tenant.id })
    await client.locationTypes.delete({ location_type_id: type.id })
    await owner.client.tenants.archive({ tenant_id: tenant.id })
    expect(await remove(tenant.id)).toBe('done')
    const root = instances.first.as(operator.token, ROOT_TENANT_ID).tenants
    expect(await codeOf(root.delete({ tenant_id: ROOT_TENANT_ID }))).toBe('built_in_record')
    expect(await codeOf(root.archive({ tenant_id: ROOT_TENANT_ID }))).toBe('built_in_record')
    const [signUp] = await root.list({ slug: ['default'] })
    expect(await codeOf(root.archive({ tenant_id: signUp?.id ?? '' }))).toBe('built_in_record')
  })

  test('is changed by whoever may in that tenant, whichever is selected', async () => {
    const { owner, tenant, client } = await openTenant()
    const user = await instances.first.signUp()
    await client.groups.memberships.create({ group_id: tenant.users_group_id }, { user_id: user.id })
    const update = (by: TestUser) =>
      codeOf(by.client.tenants.update({ tenant_id: tenant.id }, { description: `by ${by.id}` }))
    expect([await update(user), await update(owner), await update(operator)]).toEqual([
      'permission_denied',
      'done',
      'done',
    ])
    expect(await codeOf(user.client.tenants.groups.list({ tenant_id: tenant.id }))).toBe('done')
  })
})
