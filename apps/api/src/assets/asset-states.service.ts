import { type AssetDisposal, type AssetStatus, type AssetUpdate, assetLifecycle } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { lastChange, type WriteContext } from '../store/context.ts'
import { allowedMoves, assertLeaves } from '../store/moves.ts'
import { release, writeOff } from './asset-disposal.service.ts'
import { restore } from './asset-restoration.service.ts'
import { assetStore } from './assets.store.ts'
import type { AssetRow } from './custody-load.service.ts'

/** The open repairs of an asset that is disposed of. Repairs are issues, so the work area provides the implementation. */
export interface OpenRepairs {
  /**
   * Locks the issues of open repairs. A change of such an issue locks it before the asset, so this must run before the asset is
   * locked.
   */
  lock(context: WriteContext, assetId: string): Promise<void>
  /** Locks the repairs and ends them. */
  end(context: WriteContext, assetId: string): Promise<void>
}

type Disposal = (context: WriteContext, id: string, body: AssetDisposal) => Promise<AssetRow>

/** Disposes of an asset, or of some pieces of a stock. When the whole asset is disposed of, its open repairs end. */
export const disposal =
  (repairs: OpenRepairs): Disposal =>
  async (context, id, body) => {
    await repairs.lock(context, id)
    const after = await writeOff(context, 'dispose', id, body)
    if (after.status !== 'disposed') return after
    // Includes repairs that were opened before the asset was locked.
    await repairs.end(context, id)
    return assetStore.get(context.tx, id)
  }

type Move = (context: WriteContext, id: string) => Promise<AssetRow>

/** The move that leads to each state. */
const movesWith = (
  dispose: Disposal,
): Readonly<Record<AssetStatus, { readonly name: string; readonly move: Move }>> => ({
  active: { name: 'restore', move: (context, id) => restore(context, id, {}) },
  archived: { name: 'archive', move: (context, id) => release(context, 'archive', id, {}, 'archived') },
  retired: { name: 'retire', move: (context, id) => release(context, 'retire', id, {}, 'retired') },
  disposed: { name: 'dispose', move: (context, id) => dispose(context, id, {}) },
  lost: { name: 'markLost', move: (context, id) => writeOff(context, 'markLost', id, {}) },
  stolen: { name: 'markStolen', move: (context, id) => writeOff(context, 'markStolen', id, {}) },
})

/**
 * Changes an asset, and moves it to the `status` in the patch. An archived asset is moved first, because it cannot be changed.
 */
export async function changeWithStatus(
  context: WriteContext,
  id: string,
  { status, ...members }: AssetUpdate,
  dispose: Disposal,
  change: (context: WriteContext, before: AssetRow, members: AssetUpdate) => Promise<AssetRow>,
): Promise<AssetRow> {
  const leadingTo = movesWith(dispose)
  const before = await assetStore.lock(context, id)
  if (status === undefined || status === before.status) return change(lastChange(context), before, members)
  assertLeaves(assetLifecycle, leadingTo[status].name, before)
  // Disposal is final: restoring an archived asset does not undo it.
  if (status === 'active' && before.status === 'archived' && before.disposed_at !== null)
    throw problem('invalid_transition', {
      current_state: before.status,
      allowed_operations: allowedMoves(assetLifecycle, before.status),
    })
  // If-Match refers to the version before the request.
  const further = { ...context, ifMatch: undefined }
  const isChanged = Object.keys(members).length > 0
  if (before.status === 'archived') {
    const moved = await leadingTo[status].move(further, id)
    return isChanged ? change(further, moved, members) : moved
  }
  if (isChanged) await change(further, before, members)
  return leadingTo[status].move(further, id)
}
