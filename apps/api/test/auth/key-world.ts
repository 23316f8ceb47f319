import type { ApiKeyCreate, ApiKeyWithSecret } from '@commonhold/contract'
import { newId } from '../../src/base/ids.ts'
import type { TestService, TestUser } from '../service.ts'
import { createTenant } from '../world.ts'

const DAY = 86_400_000

/** The time so many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** An owner with a tenant, and a service account in a group with some permissions. */
export interface KeyWorld {
  readonly owner: TestUser
  readonly tenantId: string
  readonly accountId: string
  readonly groupId: string
  /** Creates a key of the service account. */
  newKey(body?: Partial<ApiKeyCreate>): Promise<ApiKeyWithSecret>
}

/** Creates a key world. By default, the service account may read and write assets. */
export async function makeKeyWorld(
  service: TestService,
  permissions: ApiKeyCreate['scopes'] = ['assets:read', 'assets:write'],
): Promise<KeyWorld> {
  const owner = await service.signUp()
  const tenantId = await createTenant(service, { owners: [owner], users: [owner] })
  const client = service.as(owner.token, tenantId)
  const { id: accountId } = await client.serviceAccounts.create({ name: `Sync ${newId()}` })
  const { id: groupId } = await client.groups.create({ name: 'Sync', permissions })
  await client.groups.memberships.create({ group_id: groupId }, { user_id: accountId })
  return {
    owner,
    tenantId,
    accountId,
    groupId,
    newKey: (body = {}) =>
      client.serviceAccounts.keys.create(
        { service_account_id: accountId },
        { name: 'Sync', scopes: permissions, expires_at: inDays(30), ...body },
      ),
  }
}
