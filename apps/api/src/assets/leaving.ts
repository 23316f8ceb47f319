import {
  type AssetDisposal,
  type AssetTheft,
  assetLifecycle,
  type CirculationType,
  type MoveInput,
} from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { invalid, problem } from '../base/problem.ts'
import { locationStore } from '../locations/locations.store.ts'
import type { WriteContext } from '../store/context.ts'
import { assertNotAhead } from '../store/moments.ts'
import { assertLeaves, move } from '../store/moves.ts'
import { references } from '../store/references.ts'
import { takeOff } from './assets.repository.ts'
import { assetStore } from './assets.store.ts'
import {
  type AssetRow,
  custodyOf,
  endAssignments,
  lockCustody,
  placedBy,
  record,
  recordingScheduled,
} from './custody.ts'
import { assertAvailableAt, sourceOf } from './stock.rules.ts'

/** Moves an asset to a state in which nobody holds it: its open assignments end. */
export async function leave(
  context: WriteContext,
  name: 'archive' | 'retire' | 'dispose',
  id: string,
  input: MoveInput,
  reason: 'archived' | 'retired' | 'disposed',
  extra: Record<string, unknown> = {},
): Promise<AssetRow> {
  const custody = await lockCustody(context, id)
  const left = custody
    ? await endAssignments(context, custody, { reason, occurredAt: input.occurred_at })
    : {}
  const recording = custody ? recordingScheduled(context, custody, []) : context
  return move(recording, assetStore, assetLifecycle, name, id, input, { ...extra, ...left })
}

/** The type of circulation for each move by which an asset, or a part of a stock, leaves. */
const ledgerTypes = { dispose: 'disposal', markLost: 'loss', markStolen: 'theft' } as const satisfies Record<
  string,
  CirculationType
>

/** How pieces left, and the assignment or person concerned. */
type Leaving = AssetDisposal & AssetTheft

/**
 * Disposes of an asset, or marks it lost or stolen: all of it, or a part of a stock, which keeps its state. The ledger
 * records both.
 */
export async function lose(
  context: WriteContext,
  name: keyof typeof ledgerTypes,
  id: string,
  input: Leaving,
): Promise<AssetRow> {
  const { quantity: _, location_id, ...members } = input
  const { disposal_method, report_reference, ...circumstances } = members
  assertNotAhead('occurred_at', input.occurred_at, context.clock)
  await references({ location_id: locationStore }, context.tx, { location_id })
  const part = await losePart(context, name, id, input)
  if (part) return part
  const after =
    name === 'dispose'
      ? await leave(context, name, id, circumstances, 'disposed', {
          disposal_method: disposal_method ?? null,
        })
      : await move(
          context,
          assetStore,
          assetLifecycle,
          name,
          id,
          circumstances,
          name === 'markStolen' ? { report_reference: report_reference ?? null } : {},
        )
  await record(context, after, {
    circulation_type: ledgerTypes[name],
    location_id: location_id ?? after.location_id,
    quantity: after.quantity,
    is_whole: true,
    occurred_at: input.occurred_at ?? context.clock.now().toISOString(),
    notes: input.notes ?? input.reason ?? null,
    correlation_id: newId(),
  })
  return after
}

/** The circumstances in which a part left are recorded for that part, not for the stock. */
const withoutCircumstances = { disposal_method: null, report_reference: null }

/**
 * Removes a part of a stock, which keeps its state; undefined when the quantity is missing or covers all of it. Only
 * available pieces can leave: the holders of the others are responsible for them until the assignment is closed. The
 * circumstances are recorded in the history, because they concern the part only.
 */
async function losePart(
  context: WriteContext,
  name: keyof typeof ledgerTypes,
  id: string,
  { quantity: requested, location_id, reason, notes, occurred_at, ...circumstances }: Leaving,
): Promise<AssetRow | undefined> {
  if (requested === undefined && location_id === undefined) return undefined
  const asset = await assetStore.lock(context, id)
  if (asset.tracking_type === 'serialized') {
    if (requested === undefined || requested === 1) return undefined
    throw invalid({
      field: 'quantity',
      code: 'quantity_must_be_one',
      message: 'the quantity of a serialized asset is 1',
    })
  }
  const { stock } = await custodyOf(context, asset)
  const quantity = requested ?? Math.max(stock.at(location_id ?? null), 1)
  if (quantity === asset.quantity) return undefined
  assertLeaves(assetLifecycle, name, asset)
  const free = asset.quantity - asset.assigned_quantity
  if (location_id !== undefined) assertAvailableAt(stock, location_id, quantity)
  if (quantity > free) throw problem('insufficient_quantity', { available_quantity: free })
  const moment = occurred_at ?? context.clock.now().toISOString()
  const place = sourceOf(stock, { quantity, from: location_id, field: 'location_id' })
  stock.take(place, quantity, moment)
  await record(context, asset, {
    circulation_type: ledgerTypes[name],
    location_id: place,
    quantity,
    quantity_change: -quantity,
    is_whole: false,
    occurred_at: moment,
    notes: notes ?? reason ?? null,
    correlation_id: newId(),
  })
  const placed = await placedBy(context, asset, stock)
  const after = await takeOff(context.tx, id, quantity, placed.location_id ?? null)
  const change = [
    { ...asset, ...withoutCircumstances },
    { ...after, ...withoutCircumstances, ...circumstances },
  ] as const
  assetStore.recordAudit(context, 'updated', ...change, { reason, notes })
  return after
}
