import {
  type AssetDisposal,
  type AssetTheft,
  assetLifecycle,
  type CirculationType,
} from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { invalid, problem } from '../base/problem.ts'
import { assertLeaves } from '../store/moves.ts'
import { isScheduled } from './asset-assignments.rules.ts'
import { dayOf } from './asset-circulations.rules.ts'
import { quantityMustBeOne } from './assets.rules.ts'
import {
  type CustodyChanges,
  type CustodyState,
  holderMembersOf,
  isOut,
  placeOf,
  unchanged,
} from './custody.rules.ts'
import { assertAvailableAt, sourceOf } from './stock.rules.ts'

/** The type of circulation for each move by which an asset, or some pieces of a stock, are disposed of or go missing. */
export const ledgerTypes = {
  dispose: 'disposal',
  markLost: 'loss',
  markStolen: 'theft',
} as const satisfies Record<string, CirculationType>

/** The body of a disposal, a loss or a theft. */
export type WriteOff = AssetDisposal & AssetTheft

/**
 * The changes after which nobody has the asset: open assignments end, and scheduled ones are deleted. The location of pieces that
 * persons had is unknown.
 */
export function decideRelease(
  state: CustodyState,
  { reason, occurred_at, now }: { reason: string; occurred_at: string | undefined; now: string },
): CustodyChanges {
  const { asset, open, issued, timezone } = state
  const moment = occurred_at ?? now
  const [day, today] = [dayOf(moment, timezone), dayOf(now, timezone)]
  const ending = open.filter((one) => !isScheduled(one, today))
  const out = asset.tracking_type === 'countable' ? ending.filter((one) => isOut(issued, one)) : []
  const stock = out.reduce((sum, { quantity }) => sum.put(null, quantity, moment), state.stock)
  return {
    ...unchanged(state),
    stock,
    cancelled: open.filter((one) => isScheduled(one, today)).map(({ id }) => id),
    ended: ending.map(({ id }) => ({ id, reason, day })),
    open: [],
    patch: open.length === 0 ? {} : { ...holderMembersOf(asset, []), ...placeOf(asset, stock) },
  }
}

/** The changes when a whole asset is disposed of, lost or stolen. Only disposal ends its assignments. */
export function decideWhole(
  state: CustodyState,
  name: keyof typeof ledgerTypes,
  { location_id, disposal_method, report_reference, occurred_at, reason, notes }: WriteOff,
  now: string,
): CustodyChanges {
  const { asset } = state
  const changes =
    name === 'dispose' ? decideRelease(state, { reason: 'disposed', occurred_at, now }) : unchanged(state)
  const { location_id: place = asset.location_id } = changes.patch
  const event = {
    circulation_type: ledgerTypes[name],
    location_id: location_id ?? place,
    quantity: asset.quantity,
    is_whole: true,
    occurred_at: occurred_at ?? now,
    notes: notes ?? reason ?? null,
    correlation_id: newId(),
  }
  const circumstances = {
    dispose: { disposal_method: disposal_method ?? null },
    markLost: {},
    markStolen: { report_reference: report_reference ?? null },
  }
  return { ...changes, recorded: [event], patch: { ...changes.patch, ...circumstances[name] } }
}

/**
 * The changes when some pieces of a stock are disposed of, lost or stolen, while the stock keeps its status; undefined if the
 * request is about the whole asset. Only available pieces can be meant: the holders of the others are responsible for them until
 * their assignments are closed.
 */
export function decidePart(
  state: CustodyState & { readonly asset: { readonly assigned_quantity: number } },
  name: keyof typeof ledgerTypes,
  { quantity: requested, location_id, reason, notes, occurred_at }: WriteOff,
  now: string,
): CustodyChanges | undefined {
  const { asset } = state
  if (requested === undefined && location_id === undefined) return undefined
  if (asset.tracking_type === 'serialized') {
    if (requested === undefined || requested === 1) return undefined
    throw invalid(quantityMustBeOne())
  }
  const quantity = requested ?? Math.max(state.stock.at(location_id ?? null), 1)
  if (quantity === asset.quantity) return undefined
  assertLeaves(assetLifecycle, name, asset)
  const free = asset.quantity - asset.assigned_quantity
  if (location_id !== undefined) assertAvailableAt(state.stock, location_id, quantity)
  if (quantity > free) throw problem('insufficient_quantity', { available_quantity: free })
  const moment = occurred_at ?? now
  const place = sourceOf(state.stock, { quantity, from: location_id, field: 'location_id' })
  const stock = state.stock.take(place, quantity, moment)
  const event = {
    circulation_type: ledgerTypes[name],
    location_id: place,
    quantity,
    quantity_change: -quantity,
    is_whole: false,
    occurred_at: moment,
    notes: notes ?? reason ?? null,
    correlation_id: newId(),
  }
  return {
    ...unchanged(state),
    recorded: [event],
    stock,
    patch: { quantity: asset.quantity - quantity, ...placeOf(asset, stock) },
  }
}
