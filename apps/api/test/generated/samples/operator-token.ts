import { ROOT_TENANT_ID } from '../../../src/db/tenancy.ts'
import { addToGroup } from '../../world.ts'
import type { World } from '../worlds.ts'

/** The token of a new operator: only operators may use the operations of the installation. */
export async function operatorToken({ worlds: { service } }: World): Promise<string> {
  const operator = await service.signUp()
  await addToGroup(service, ROOT_TENANT_ID, 'owners', operator)
  return operator.token
}
