import type { ApiContract, Client } from '@commonhold/contract'
import type { TestService, TestUser } from '../service.ts'

/**
 * Replacements for functions of `world.ts` that write into the database: these send requests of the tenant's owner, which a
 * replay can repeat.
 */

const owners = new Map<string, Client<ApiContract>>()
let serial = 0

/** Sets the user whose requests create the records of a tenant. */
export function setOwner(tenantId: string, { client }: TestUser): void {
  owners.set(tenantId, client)
}

function ownerOf(tenantId: string): Client<ApiContract> {
  const owner = owners.get(tenantId)
  if (!owner) throw new Error(`nobody is known to own the tenant ${tenantId}`)
  return owner
}

/** Creates a project in a tenant. */
export async function createProject(_: TestService, tenantId: string): Promise<string> {
  serial += 1
  const key = `R${serial}`
  return (await ownerOf(tenantId).projects.create({ key, name: `Project ${key}` }, { tenantId })).id
}

/** Creates a person in a tenant. */
export async function createPerson(_: TestService, tenantId: string): Promise<string> {
  return (await ownerOf(tenantId).persons.create({}, { tenantId })).id
}

/** Adds a user to a built-in group of a tenant. */
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
