import { type Permission, permissionNames } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { send } from '../security/send.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

let service: TestService
let member: TestUser
let owner: TestUser
beforeAll(async () => {
  service = await startService()
  ;[member, owner] = [await service.signUp(), await service.signUp()]
})
afterAll(() => service.stop())

/** Operations on the tenant in the path. They need the permission in that tenant, whichever tenant is selected. */
const operations: [request: string, permission: Permission, status: number, state: 'in_use' | 'archived'][] =
  [
    ['GET /tenants/{id}', 'tenant:read', 200, 'in_use'],
    ['PATCH /tenants/{id}', 'tenant:write', 200, 'in_use'],
    ['POST /tenants/{id}/archive', 'tenant:write', 200, 'in_use'],
    ['POST /tenants/{id}/restore', 'tenant:write', 200, 'archived'],
    ['DELETE /tenants/{id}', 'tenant:delete', 204, 'archived'],
    ['GET /tenants/{id}/groups', 'groups:read', 200, 'in_use'],
    ['GET /tenants/{id}/history', 'tenant:read', 200, 'in_use'],
  ]

describe.each(operations)('%s needs %s in that tenant', (request, permission, status, state) => {
  const prepare = async (permissions: readonly Permission[]) => {
    const id = await createTenant(service, { owners: [owner] })
    await grantOnly(service, id, member, permissions)
    if (state === 'archived')
      await service.database.sql`update tenants set archived_at = now() where id = ${id}`
    return id
  }
  const requestById = (id: string, token = member.token) =>
    send(service.address, request.replace('{id}', id), {
      token,
      ...(request.startsWith('PATCH') ? { json: { description: 'Changed' } } : {}),
    })
  const digest = async (id: string) =>
    (await service.database.sql`select md5(t::text) from tenants t where id = ${id}`)[0]?.md5

  test('and nothing else', async () => {
    const id = await prepare([permission])
    expect((await requestById(id)).status).toBe(status)
  })

  test('every other permission together does not replace it', async () => {
    const id = await prepare(permissionNames.filter((name) => name !== permission))
    const before = await digest(id)
    expect((await requestById(id)).json).toMatchObject({ status: 403, required_permission: permission })
    expect(await digest(id)).toBe(before)
  })

  test('holding it elsewhere does not help; operators change tenants; strangers see none', async () => {
    const id = await prepare([])
    const elsewhere = await createTenant(service, {})
    await grantOnly(service, elsewhere, member, ['*'])
    expect((await requestById(id)).json).toMatchObject({ status: 403, required_permission: permission })
    const operator = await service.signUp()
    await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
    // Operators manage tenants, but do not see their contents, such as groups and the log.
    if (/\/(groups|history)$/.test(request))
      expect((await requestById(id, operator.token)).json).toMatchObject({ code: 'tenant_access_denied' })
    else expect((await requestById(id, operator.token)).status).toBe(status)
    const stranger = await service.signUp()
    expect((await requestById(id, stranger.token)).json).toMatchObject({ status: 404, code: 'not_found' })
  })
})
