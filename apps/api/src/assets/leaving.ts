import {
  type AssetDisposal,
  type AssetTheft,
  assetLifecycle,
  type CirculationType,
  type MoveInput,
} from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { assertNotAhead } from '../kernel/moments.ts'
import { assertLeaves, move } from '../kernel/moves.ts'
import { invalid, problem } from '../kernel/problem.ts'
import { takeOff } from './assets.repository.ts'
import { assetStore } from './assets.store.ts'
import { type AssetRow, endAssignments, record } from './custody.ts'

/** Moves an asset to where nobody holds it: its open assignments end with the move. */
export async function leave(
  context: WriteContext,
  name: 'archive' | 'retire' | 'dispose',
  id: string,
  input: MoveInput,
  reason: 'archived' | 'retired' | 'disposed',
  extra: Record<string, unknown> = {},
): Promise<AssetRow> {
  const left = await endAssignments(context, id, { reason, occurredAt: input.occurred_at })
  return move(context, assetStore, assetLifecycle, name, id, input, { ...extra, ...left })
}

/** Restores an asset. Disposal is final: one that was archived after it is disposed of again. */
export async function restore(context: WriteContext, id: string, input: MoveInput): Promise<AssetRow> {
  const { status, disposed_at } = await assetStore.lock(context, id)
  const wasDisposed = status === 'archived' && disposed_at !== null
  const instead = wasDisposed ? { status: 'disposed' } : {}
  return move(context, assetStore, assetLifecycle, 'restore', id, input, instead)
}

/** What the ledger says when a part of a stock leaves by a move. */
const told = { dispose: 'disposal', markLost: 'loss', markStolen: 'theft' } as const satisfies Record<
  string,
  CirculationType
>

/** Whatever is known of the whole stock: the circumstances of a part are told for it alone. */
const untold = { disposal_method: null, report_reference: null }

/**
 * Takes a part off a stock, which keeps its state; undefined where no part is named, or all of it. Only pieces that
 * nobody holds can leave: who holds the others stays accountable until the assignment is closed. How they left stands in
 * the history, as it holds for them alone.
 */
export async function losePart(
  context: WriteContext,
  name: keyof typeof told,
  id: string,
  { quantity, reason, notes, occurred_at, ...circumstances }: AssetDisposal & AssetTheft,
): Promise<AssetRow | undefined> {
  if (quantity === undefined) return undefined
  assertNotAhead('occurred_at', occurred_at, context.clock)
  const asset = await assetStore.lock(context, id)
  if (asset.tracking_type === 'serialized' && quantity !== 1)
    throw invalid({
      field: 'quantity',
      code: 'quantity_must_be_one',
      message: 'the quantity of a serialized asset is 1',
    })
  if (quantity === asset.quantity) return undefined
  assertLeaves(assetLifecycle, name, asset)
  const free = asset.quantity - asset.assigned_quantity
  if (quantity > free) throw problem('insufficient_quantity', { available_quantity: free })
  await record(context, asset, {
    circulation_type: told[name],
    quantity,
    is_whole: false,
    occurred_at: occurred_at ?? context.clock.now().toISOString(),
    notes: notes ?? reason ?? null,
    correlation_id: newId(),
  })
  const after = await takeOff(context.tx, id, quantity)
  const change = [
    { ...asset, ...untold },
    { ...after, ...untold, ...circumstances },
  ] as const
  assetStore.noteChange(context, 'updated', ...change, { reason, notes })
  return after
}
