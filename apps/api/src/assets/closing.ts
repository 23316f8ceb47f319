import { type AssetAssignmentClose, assetAssignmentLifecycle } from '@commonhold/contract'
import type { WriteContext } from '../store/context.ts'
import { laterOf, momentOf, todayIn } from '../store/days.ts'
import { move } from '../store/moves.ts'
import type { AssignmentRow } from './asset-assignments.repository.ts'
import {
  assertDays,
  isScheduled,
  refusedOnceBegun,
  refusedWhileScheduled,
} from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { hasCirculation } from './asset-circulations.repository.ts'
import { originOf } from './asset-stock.repository.ts'
import { dayOf } from './circulation.rules.ts'
import { type Custody, isOut, record, settle } from './custody.ts'
import { handOut, recordReturn } from './handing-over.ts'
import { sourcesOf } from './stock.rules.ts'

/** Deletes an assignment that has not begun; the audit log records it. */
export async function cancel(context: WriteContext, custody: Custody, before: AssignmentRow): Promise<void> {
  if (!isScheduled(before, todayIn(custody.timezone, context))) throw refusedOnceBegun(before)
  await assetAssignmentStore.remove(context, before.id)
  await settle(
    context,
    custody,
    custody.open.filter(({ id }) => id !== before.id),
  )
}

/** Closes an assignment, and records the return in the ledger if the asset was handed out and came back. */
export async function close(
  context: WriteContext,
  custody: Custody,
  id: string,
  { end_date, end_reason = 'returned', ...input }: AssetAssignmentClose,
): Promise<AssignmentRow> {
  const { asset, open, stock, timezone } = custody
  const now = context.clock.now().toISOString()
  const moment = input.occurred_at ?? now
  const before = open.find((one) => one.id === id)
  if (before && isScheduled(before, dayOf(now, timezone))) throw refusedWhileScheduled()
  if (before && end_date) assertDays({ ...before, end_date }, dayOf(now, timezone))
  const closed = await move(context, assetAssignmentStore, assetAssignmentLifecycle, 'close', id, input, {
    end_date: end_date ?? laterOf(dayOf(moment, timezone), before?.start_date ?? ''),
    end_reason,
    closed_by: context.actor.userId,
  })
  // Closing an assignment does not find a lost asset.
  const isBack = end_reason !== 'lost' && asset.status === 'active'
  const occurred_at = end_date ? momentOf(end_date, moment, timezone) : moment
  // The issue of an assignment that began by its start date alone is not recorded yet.
  const isUnrecorded = isBack && !(await hasCirculation(context.tx, id))
  const given = isUnrecorded ? await handOut(context, custody, closed, occurred_at) : {}
  const wasOut = asset.tracking_type === 'countable' && (await isOut(context, closed))
  const back = isBack ? await recordReturn(context, asset, closed, { occurred_at, notes: input.notes }) : {}
  const isLost = end_reason === 'lost' && asset.status === 'active'
  if (wasOut && !isLost) {
    const place = isBack ? ((await originOf(context.tx, id)) ?? stock.onlyPlace() ?? null) : null
    stock.put(place, closed.quantity, occurred_at)
  }
  const lost = isLost
    ? await loseHeld(context, custody, closed, { occurred_at, wasOut, notes: input.notes })
    : {}
  await settle(
    context,
    custody,
    open.filter((one) => one.id !== id),
    { ...given, ...back, ...lost },
  )
  return closed
}

/**
 * Records that the pieces of an assignment were lost: they are removed from the stock; when it was all of it, the asset is
 * lost.
 */
async function loseHeld(
  context: WriteContext,
  { asset, stock }: Custody,
  { id, quantity, location_id, correlation_id }: AssignmentRow,
  { occurred_at, wasOut, notes }: { occurred_at: string; wasOut: boolean; notes?: string | undefined },
): Promise<Record<string, unknown>> {
  const is_whole = quantity >= asset.quantity
  if (asset.tracking_type === 'countable' && is_whole && wasOut) stock.put(null, quantity, occurred_at)
  if (asset.tracking_type === 'countable' && !is_whole && !wasOut)
    for (const [place, pieces] of sourcesOf(stock, quantity, undefined, location_id))
      stock.take(place, pieces, occurred_at)
  await record(context, asset, {
    circulation_type: 'loss',
    location_id,
    quantity,
    quantity_change: is_whole ? 0 : -quantity,
    is_whole,
    occurred_at,
    notes,
    correlation_id,
    assignment_id: id,
  })
  return is_whole ? { status: 'lost', lost_at: occurred_at } : { quantity: asset.quantity - quantity }
}
