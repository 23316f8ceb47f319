import { type AssetRestoration, assetLifecycle } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { invalid, problem } from '../base/problem.ts'
import { locationStore } from '../locations/locations.store.ts'
import type { WriteContext } from '../store/context.ts'
import { assertNotAhead } from '../store/moments.ts'
import { assertLeaves, move } from '../store/moves.ts'
import { references } from '../store/references.ts'
import { assetStore } from './assets.store.ts'
import { type AssetRow, type Custody, custodyOf, placedBy, record } from './custody.ts'

/** Whether there is a loss or a theft to undo: false when the latest one has been undone already. */
function isMissing({ status, lost_at, stolen_at, restored_at }: AssetRow): boolean {
  if (status === 'lost' || status === 'stolen') return true
  const latest = [lost_at, stolen_at].flatMap((at) => (at ? [Date.parse(at)] : []))
  return latest.some((at) => at > (restored_at ? Date.parse(restored_at) : 0))
}

/** A partial restoration needs that many missing units: `missing` units were at locations, persons have the others. */
function assertFound(asset: AssetRow, quantity: number, missing: number): void {
  if (asset.tracking_type === 'serialized' && quantity !== 1)
    throw invalid({
      field: 'quantity',
      code: 'quantity_must_be_one',
      message: 'the quantity of a serialized asset is 1',
    })
  if (quantity === asset.quantity) return
  if (quantity > missing)
    throw problem(
      'insufficient_quantity',
      { quantity: missing },
      `Units that were missing: ${missing}. Restore at most that many, and bring further ones in with \`receive\`.`,
    )
  if (!isMissing(asset))
    throw invalid({
      field: 'quantity',
      code: 'must_be_null',
      message: 'only a lost or stolen stock can be restored in part; leave it out',
    })
}

/**
 * Restores an asset; for a lost or stolen stock, the pieces that were found and those that persons have. Disposal is final:
 * an asset that was archived after its disposal is restored to `disposed`.
 */
export async function restore(
  context: WriteContext,
  id: string,
  { quantity, location_id, ...input }: AssetRestoration,
): Promise<AssetRow> {
  assertNotAhead('occurred_at', input.occurred_at, context.clock)
  await references({ location_id: locationStore }, context.tx, { location_id })
  const asset = await assetStore.lock(context, id)
  assertLeaves(assetLifecycle, 'restore', asset)
  const moment = input.occurred_at ?? context.clock.now().toISOString()
  const custody = await custodyOf(context, asset)
  const missing = asset.tracking_type === 'countable' ? custody.stock.total() : 1
  if (quantity !== undefined) assertFound(asset, quantity, missing)
  const found = Math.min(quantity ?? missing, missing)
  const withPersons = asset.quantity - missing
  const after = found + withPersons
  if (after < asset.assigned_quantity)
    throw problem(
      'insufficient_quantity',
      { assigned_quantity: asset.assigned_quantity },
      `Units assigned: ${asset.assigned_quantity}. Close assignments first.`,
    )
  const placed = await place(context, custody, { found, isPart: after < asset.quantity, location_id, moment })
  const wasDisposed = asset.status === 'archived' && asset.disposed_at !== null
  const restored = await move(context, assetStore, assetLifecycle, 'restore', id, input, {
    ...(after < asset.quantity ? { quantity: after } : {}),
    ...placed,
    ...(wasDisposed ? { status: 'disposed' } : {}),
  })
  if (isMissing(asset) && !wasDisposed)
    await record(context, restored, {
      circulation_type: 'restore',
      location_id: location_id ?? restored.location_id,
      quantity: after === asset.quantity ? after : found,
      quantity_change: after - asset.quantity,
      is_whole: after === asset.quantity,
      occurred_at: moment,
      notes: input.notes ?? input.reason ?? null,
      correlation_id: newId(),
    })
  return restored
}

interface Found {
  readonly found: number
  readonly isPart: boolean
  readonly location_id: string | undefined
  readonly moment: string
}

/** Moves the found pieces to their location; without one they are where they were. */
async function place(
  context: WriteContext,
  { asset, stock }: Custody,
  { found, isPart, location_id, moment }: Found,
): Promise<Record<string, unknown>> {
  if (!isPart && location_id === undefined) return {}
  if (asset.tracking_type === 'serialized') return { location_id, located_at: moment }
  const pieces = isPart ? found : stock.total()
  const to = location_id ?? stock.onlyPlace() ?? null
  stock.clear(moment)
  stock.put(to, pieces, moment)
  return placedBy(context, asset, stock)
}
