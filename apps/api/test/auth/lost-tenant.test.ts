import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant } from '../world.ts'

const DEFAULT_TENANT = '01K00000000000000000000001'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** How a user loses the tenant that the session works in. */
const losses: [what: string, lose: (tenantId: string, user: TestUser) => Promise<unknown>][] = [
  [
    'left',
    (tenantId, { id }) =>
      service.database.sql.begin(async (tx) => {
        await tx`select commonhold_select_tenant(${tenantId})`
        await tx`delete from memberships where user_id = ${id}`
        await tx`select commonhold_rebuild_permissions(${tenantId}, null)`
      }),
  ],
  [
    'archived',
    (tenantId) => service.database.sql`update tenants set archived_at = now() where id = ${tenantId}`,
  ],
]

const ways: [request: string, status: number, json?: object][] = [
  ['GET /me', 200],
  ['GET /me/tenants', 200],
  ['GET /me/sessions', 200],
  ['GET /me/current-tenant', 404],
  ['GET /me/preferences', 200],
  ['PATCH /me/preferences', 200, { theme: 'dark' }],
  ['DELETE /me/sessions/other', 204],
  ['DELETE /me/sessions', 204],
  ['POST /me/current-tenant', 200, { tenant_id: DEFAULT_TENANT }],
  ['POST /me/signout', 204],
]

describe.each(losses)('whoever works in a tenant that was %s, and goes on naming it', (_, lose) => {
  test.each(ways)('can %s', async (request, status, json) => {
    const user = await service.signUp()
    const tenantId = await createTenant(service, { users: [user] })
    await user.client.me.currentTenant.set({ tenant_id: tenantId })
    const other = await send(service.address, 'POST /auth/token', {
      json: { email: user.email, password: 'a password for tests' },
    })
    await lose(tenantId, user)
    const sent = { token: user.token, tenantId }
    const locked = await send(service.address, 'GET /asset-models', sent)
    expect([403, 409]).toContain(locked.status)
    const line = request.replace('other', String(other.json.session_id))
    const reply = await send(service.address, line, json ? { ...sent, json } : sent)
    expect([reply.status, reply.text]).toEqual([status, reply.text])
  })
})

test('what a request names is not what its session works in', async () => {
  const user = await service.signUp()
  const tenantId = await createTenant(service, { users: [user] })
  const me = await send(service.address, 'GET /me', { token: user.token, tenantId })
  const current = await send(service.address, 'GET /me/current-tenant', { token: user.token, tenantId })
  expect([me.json.current_tenant_id, current.json.id]).toEqual([DEFAULT_TENANT, DEFAULT_TENANT])
})
