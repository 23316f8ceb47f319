import { expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { send } from '../security/send.ts'
import { startService } from '../service.ts'
import { addToGroup } from '../world.ts'

test('TENANT_CREATION=operators leaves the making of tenants to operators', async () => {
  const service = await startService({ TENANT_CREATION: 'operators' })
  try {
    const [user, operator] = [await service.signUp(), await service.signUp()]
    await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
    const create = (token: string, tenantId?: string) =>
      send(service.address, 'POST /tenants', {
        token,
        json: { name: 'A tenant' },
        ...(tenantId ? { tenantId } : {}),
      })
    const count = async () => (await service.database.sql`select from tenants`).length
    const before = await count()
    const policy = await send(service.address, 'GET /auth/sign-up')
    expect(policy.json).toEqual({ sign_up: 'open', tenant_creation: 'operators' })
    expect((await create(user.token)).json).toMatchObject({ status: 403, code: 'permission_denied' })
    await addToGroup(service, ROOT_TENANT_ID, 'users', user)
    expect((await create(user.token, ROOT_TENANT_ID)).json).toMatchObject({ status: 403 })
    expect(await count()).toBe(before)
    // The tenant that the operator has selected does not matter.
    for (const tenantId of [undefined, ROOT_TENANT_ID])
      expect((await create(operator.token, tenantId)).status).toBe(201)
    expect(await count()).toBe(before + 2)
  } finally {
    await service.stop()
  }
})
