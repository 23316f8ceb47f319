import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Reply, send } from '../security/send.ts'
import type { TestUser } from '../service.ts'
import { addToGroup, createTenant } from '../world.ts'
import { atOnce, type Instances, startTwo } from './instances.ts'

let instances: Instances

beforeAll(async () => {
  instances = await startTwo()
})
afterAll(() => instances.stop())

const sql = () => instances.first.database.sql

/** A user with a tenant besides the default one. */
interface Case {
  readonly user: TestUser
  readonly tenantId: string
}

/** Changes with SQL what the user may do in the tenant, and recomputes the permissions. */
const inTenant = ({ tenantId, user }: Case, change: string) =>
  sql().begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenantId})`
    await tx.unsafe(change.replaceAll('$user', `'${user.id}'`))
    await tx`select commonhold_rebuild_permissions(${tenantId}, null)`
  })

const revocations: [what: string, revoke: (of: Case) => Promise<unknown>, status: number, code: string][] = [
  ['sign-out', ({ user }) => user.client.me.signOut(), 401, 'not_authenticated'],
  [
    'a revoked session',
    ({ user }) => sql()`update sessions set revoked_at = now() where id = ${user.sessionId}`,
    401,
    'not_authenticated',
  ],
  [
    'a session that is idle too long',
    ({ user }) => sql()`update sessions set expires_at = now() where id = ${user.sessionId}`,
    401,
    'not_authenticated',
  ],
  [
    'a deleted session',
    ({ user }) => sql()`delete from sessions where id = ${user.sessionId}`,
    401,
    'not_authenticated',
  ],
  [
    'a deactivated user',
    ({ user }) =>
      sql()`update users set status = 'deactivated', deactivated_at = now() where id = ${user.id}`,
    401,
    'not_authenticated',
  ],
  [
    'an ended membership',
    (of) => inTenant(of, 'delete from memberships where user_id = $user'),
    403,
    'tenant_access_denied',
  ],
  [
    'a membership of a lesser group',
    (of) => inTenant(of, "update groups set permissions = '{assets:write}' where key = 'users'"),
    403,
    'permission_denied',
  ],
  [
    'an archived group',
    (of) => inTenant(of, "update groups set archived_at = now() where key = 'users'"),
    403,
    'tenant_access_denied',
  ],
  [
    'an archived tenant',
    ({ tenantId }) => sql()`update tenants set archived_at = now() where id = ${tenantId}`,
    409,
    'record_archived',
  ],
]

async function prepare(): Promise<Case> {
  const user = await instances.first.signUp()
  return { user, tenantId: await createTenant(instances.first, { users: [user] }) }
}

const listModels = ({ user, tenantId }: Case, n: number) =>
  send(instances.address(n), 'GET /asset-models', { token: user.token, tenantId })
const createModel = ({ user, tenantId }: Case, n: number) =>
  send(instances.address(n), 'POST /asset-models', {
    token: user.token,
    tenantId,
    json: { name: `Model ${n} ${Math.random()}`, tracking_type: 'countable' },
  })

test.each(revocations)(
  '%s holds for the very next request on every instance',
  async (_, revoke, status, code) => {
    const of = await prepare()
    for (const n of [0, 1]) expect((await listModels(of, n)).status).toBe(200)
    await revoke(of)
    for (const n of [1, 0]) {
      const reply = await listModels(of, n)
      expect(reply.json).toMatchObject({ status, code })
      expect(reply.headers.has('www-authenticate')).toBe(status === 401)
    }
  },
)

test.each(revocations.filter(([, , status]) => status === 401))(
  '%s: of the requests under way none that began later is served',
  async (_, revoke, status) => {
    const of = await prepare()
    const served: { began: number; reply: Reply }[] = []
    let over = false
    const caller = async (n: number) => {
      while (!over) {
        const began = performance.now()
        served.push({ began, reply: await (n % 3 === 0 ? createModel(of, n) : listModels(of, n)) })
      }
    }
    const callers = atOnce(8, caller)
    await expect.poll(() => served.length).toBeGreaterThan(16)
    await revoke(of)
    const revoked = performance.now()
    await expect.poll(() => served.filter(({ began }) => began > revoked).length).toBeGreaterThan(16)
    over = true
    await callers
    const later = served.filter(({ began }) => began > revoked)
    expect(later.filter(({ reply }) => reply.status !== status)).toEqual([])
    expect(served.filter(({ reply }) => reply.status < 300).length).toBeGreaterThan(0)
  },
)

test('who leaves a tenant stays signed in elsewhere', async () => {
  const of = await prepare()
  await inTenant(of, 'delete from memberships where user_id = $user')
  const me = await send(instances.address(1), 'GET /me', { token: of.user.token })
  expect(me.status).toBe(200)
  expect(me.json.current_tenant_id).not.toBe(of.tenantId)
  expect((await send(instances.address(1), 'GET /asset-models', { token: of.user.token })).status).toBe(200)
})

test('an archived tenant that was selected leaves none selected', async () => {
  const of = await prepare()
  await sql()`update sessions set current_tenant_id = ${of.tenantId} where id = ${of.user.sessionId}`
  await sql()`update tenants set archived_at = now() where id = ${of.tenantId}`
  const me = await send(instances.address(1), 'GET /me', { token: of.user.token })
  expect(me.json).toMatchObject({ current_tenant_id: null })
  expect((await send(instances.address(1), 'GET /asset-models', { token: of.user.token })).status).toBe(409)
})

test('signing out ends one session, and a second time is refused', async () => {
  const user = await instances.first.signUp()
  const other = await instances.first.anonymous.auth.createToken({
    email: user.email,
    password: 'a password for tests',
  })
  const signOut = (n: number) => send(instances.address(n), 'POST /me/signout', { token: user.token })
  expect((await signOut(0)).status).toBe(204)
  expect((await signOut(1)).status).toBe(401)
  expect((await send(instances.address(1), 'GET /me', { token: other.access_token })).status).toBe(200)
})

test('a new membership and a new permission hold at once as well', async () => {
  const user = await instances.first.signUp()
  const of = { user, tenantId: await createTenant(instances.first, {}) }
  expect((await listModels(of, 1)).status).toBe(403)
  await addToGroup(instances.first, of.tenantId, 'users', user)
  expect((await listModels(of, 1)).status).toBe(200)
  await inTenant(of, "update groups set permissions = '{}' where key = 'users'")
  expect((await listModels(of, 1)).status).toBe(403)
  await inTenant(of, "update groups set permissions = '{assets:read}' where key = 'users'")
  expect((await listModels(of, 1)).status).toBe(200)
  expect((await createModel(of, 1)).json).toMatchObject({ status: 403, required_permission: 'assets:write' })
})
