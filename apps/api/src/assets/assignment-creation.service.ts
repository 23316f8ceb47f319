import type { AssignmentOfAssetCreate } from '@commonhold/contract'
import type { WriteContext } from '../store/context.ts'
import { assertSelected } from '../store/store.ts'
import type { AssignmentRow } from './asset-assignments.repository.ts'
import { decideAssignment } from './assignment-creation.rules.ts'
import { applyChanges } from './custody.service.ts'
import type { Custody } from './custody-load.service.ts'

type Body = AssignmentOfAssetCreate & {
  readonly asset_id?: string
  readonly tenant_id?: string | undefined
}

/** Creates an assignment, and records the issue or move in the ledger. */
export async function assign(
  context: WriteContext,
  custody: Custody,
  { transfer = false, tenant_id, asset_id: _, ...requested }: Body,
): Promise<AssignmentRow> {
  const changes = decideAssignment(custody, {
    requested,
    transfer,
    now: context.clock.now().toISOString(),
    userId: context.actor.userId,
  })
  await assertSelected(context, tenant_id)
  const { created } = await applyChanges(context, custody, changes)
  const [made] = created
  if (!made) throw new Error('the assignment was not created')
  return made
}
