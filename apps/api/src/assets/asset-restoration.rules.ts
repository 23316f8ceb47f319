import { type AssetRestoration, assetLifecycle } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { invalid, problem } from '../base/problem.ts'
import { assertLeaves } from '../store/moves.ts'
import { quantityMustBeOne } from './assets.rules.ts'
import { type CustodyChanges, type CustodyState, placeOf, unchanged } from './custody.rules.ts'

/** The state on which a restoration is decided. */
type RestorableState = CustodyState & {
  readonly asset: { readonly assigned_quantity: number; readonly restored_at: string | null }
}

/** True if there is a loss or a theft to undo; false if the latest one has been undone already. */
function isMissing({ status, lost_at, stolen_at, restored_at }: RestorableState['asset']): boolean {
  if (status === 'lost' || status === 'stolen') return true
  const latest = [lost_at, stolen_at].flatMap((at) => (at ? [Date.parse(at)] : []))
  return latest.some((at) => at > (restored_at ? Date.parse(restored_at) : 0))
}

/**
 * Throws if a partial restoration has more pieces than are missing, or if the asset is not lost or stolen. `missing` pieces were
 * at locations; persons have the others.
 */
function assertFound(asset: RestorableState['asset'], quantity: number, missing: number): void {
  if (asset.tracking_type === 'serialized' && quantity !== 1) throw invalid(quantityMustBeOne())
  if (quantity === asset.quantity) return
  if (quantity > missing)
    throw problem(
      'insufficient_quantity',
      { quantity: missing },
      `Pieces that were missing: ${missing}. Restore at most that many, and record further ones with \`receive\`.`,
    )
  if (!isMissing(asset))
    throw invalid({
      field: 'quantity',
      code: 'must_be_null',
      message: 'only a lost or stolen stock can be restored in part; leave it out',
    })
}

/**
 * The changes by which an asset is restored. A lost or stolen stock then consists of the pieces that were found and those that
 * persons have. Disposal is final: an asset that was archived after its disposal is restored to `disposed`.
 */
export function decideRestoration(
  state: RestorableState,
  { quantity, location_id, reason, notes }: AssetRestoration,
  moment: string,
): CustodyChanges {
  const { asset } = state
  assertLeaves(assetLifecycle, 'restore', asset)
  const isStock = asset.tracking_type === 'countable'
  const missing = isStock ? state.stock.total() : 1
  if (quantity !== undefined) assertFound(asset, quantity, missing)
  const found = Math.min(quantity ?? missing, missing)
  const after = found + asset.quantity - missing
  if (after < asset.assigned_quantity)
    throw problem(
      'insufficient_quantity',
      { assigned_quantity: asset.assigned_quantity },
      `Pieces assigned: ${asset.assigned_quantity}. Close assignments first.`,
    )
  const isPart = after < asset.quantity
  const isPlaced = isPart || location_id !== undefined
  const to = location_id ?? state.stock.onlyPlace() ?? null
  const stock = isPlaced && isStock ? state.stock.clear(moment).put(to, found, moment) : state.stock
  const placed = !isPlaced ? {} : isStock ? placeOf(asset, stock) : { location_id, located_at: moment }
  const wasDisposed = asset.status === 'archived' && asset.disposed_at !== null
  const event = {
    circulation_type: 'restore' as const,
    location_id: location_id ?? (isPlaced && isStock ? stock.onlyPlace() : asset.location_id) ?? null,
    quantity: isPart ? found : after,
    quantity_change: after - asset.quantity,
    is_whole: !isPart,
    occurred_at: moment,
    notes: notes ?? reason ?? null,
    correlation_id: newId(),
  }
  return {
    ...unchanged(state),
    stock,
    recorded: isMissing(asset) && !wasDisposed ? [event] : [],
    patch: {
      ...(isPart ? { quantity: after } : {}),
      ...placed,
      ...(wasDisposed ? { status: 'disposed' } : {}),
    },
  }
}
