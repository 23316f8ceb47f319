import type { ApiContract, Client } from '@commonhold/contract'
import type { TestService, TestUser } from '../service.ts'

/** In the place of functions of `world.ts`, which write into the database: requests of a tenant's owner can be replayed. */

const owners = new Map<string, Client<ApiContract>>()
let serial = 0

/** Whose requests make what is in a tenant. */
export function setOwner(tenantId: string, { client }: TestUser): void {
  owners.set(tenantId, client)
}

function ownerOf(tenantId: string): Client<ApiContract> {
  const owner = owners.get(tenantId)
  if (!owner) throw new Error(`nobody is known to own the tenant ${tenantId}`)
  return owner
}

/** Makes a project in a tenant. */
export async function createProject(_: TestService, tenantId: string): Promise<string> {
  serial += 1
  const key = `R${serial}`
  return (await ownerOf(tenantId).projects.create({ key, name: `Project ${key}` }, { tenantId })).id
}

/** Makes a person in a tenant. */
export async function createPerson(_: TestService, tenantId: string): Promise<string> {
  return (await ownerOf(tenantId).persons.create({}, { tenantId })).id
}

/** Puts a user into a built-in group of a tenant. */
export async function addToGroup(
  _: TestService,
  tenantId: string,
  key: string,
  user: TestUser,
): Promise<void> {
  const owner = ownerOf(tenantId)
  const [group] = await owner.groups.list({ key: [key] }, { tenantId })
  await owner.groups.memberships.create({ group_id: group?.id ?? '' }, { user_id: user.id }, { tenantId })
}
