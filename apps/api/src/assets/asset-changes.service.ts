import { type AssetUpdate, assetLifecycle } from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { allowedMoves } from '../store/moves.ts'
import { assetModelStore } from './asset-models.store.ts'
import { assertTracking } from './assets.rules.ts'
import { assetStore } from './assets.store.ts'
import type { AssetRow } from './custody-load.service.ts'
import { resizeStock } from './stock-quantity.service.ts'

/**
 * Changes members of a locked asset. Throws if it is archived, if its new model has another tracking type, or if the quantity
 * would be smaller than the number of assigned pieces.
 */
export async function changeAsset(
  context: WriteContext,
  before: AssetRow,
  body: AssetUpdate,
): Promise<AssetRow> {
  if (before.status === 'archived') {
    throw problem('invalid_transition', {
      current_state: before.status,
      allowed_operations: allowedMoves(assetLifecycle, before.status),
    })
  }
  if (body.model_id && body.model_id !== before.model_id) {
    const model = await assetModelStore.reference(context.tx, 'model_id', body.model_id)
    if (model.tracking_type !== before.tracking_type) {
      throw invalid({
        field: 'model_id',
        code: 'tracking_type_differs',
        message: `the new model must have the tracking_type ${before.tracking_type}, as the asset has`,
      })
    }
  }
  const after = { ...before, ...body }
  assertTracking(before.tracking_type, after)
  if (after.quantity < before.assigned_quantity)
    throw problem(
      'insufficient_quantity',
      { assigned_quantity: before.assigned_quantity },
      `Pieces assigned: ${before.assigned_quantity}. Close assignments first.`,
    )
  return assetStore.update(context, before, {
    ...body,
    ...(await resizeStock(context, before, after.quantity)),
  })
}
