import { ROOT_TENANT_ID } from '../../../src/db/tenancy.ts'
import { addToGroup } from '../../world.ts'
import type { World } from '../worlds.ts'

/** The token of an operator: nobody else does what is about the installation. */
export async function operatorToken({ worlds: { service } }: World): Promise<string> {
  const operator = await service.signUp()
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
  return operator.token
}
