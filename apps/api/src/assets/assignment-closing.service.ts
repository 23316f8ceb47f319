import { type AssetAssignmentClose, assetAssignmentLifecycle } from '@commonhold/contract'
import { ignoreUnhandled } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { todayIn } from '../store/days.ts'
import { move } from '../store/moves.ts'
import type { AssignmentRow } from './asset-assignments.repository.ts'
import { isScheduled, refusedOnceBegun } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { assertClosable, decideClosing, lastDayOf } from './assignment-closing.rules.ts'
import { unchanged } from './custody.rules.ts'
import { applyChanges } from './custody.service.ts'
import type { Assigned, Custody } from './custody-load.service.ts'

/** Deletes an assignment that has not begun; the audit log records it. */
export async function cancel(context: WriteContext, { custody, assignment }: Assigned): Promise<void> {
  await assetAssignmentStore.assertChangeable(context, assignment.id, assignment)
  if (!isScheduled(assignment, todayIn(custody.timezone, context))) throw refusedOnceBegun(assignment)
  await assetAssignmentStore.remove(context, assignment.id)
  const open = custody.open.filter(({ id }) => id !== assignment.id)
  await applyChanges(context, custody, { ...unchanged(custody), open })
}

/** Closes an assignment, and records the return or the loss of its pieces in the ledger. */
export async function close(
  context: WriteContext,
  custody: Custody,
  id: string,
  { end_date, end_reason = 'returned', ...input }: AssetAssignmentClose,
): Promise<AssignmentRow> {
  const now = context.clock.now().toISOString()
  const command = { end_date, end_reason, occurred_at: input.occurred_at ?? now, notes: input.notes, now }
  const before = custody.open.find((one) => one.id === id)
  if (before) assertClosable(custody, before, command)
  const moving = ignoreUnhandled(
    move(context, assetAssignmentStore, assetAssignmentLifecycle, 'close', id, input, {
      end_date: lastDayOf(custody, before, command),
      end_reason,
      closed_by: context.actor.userId,
    }),
  )
  // The move rejects an assignment that is not open.
  if (!before) return moving
  const applying = ignoreUnhandled(applyChanges(context, custody, decideClosing(custody, before, command)))
  const closed = await moving
  await applying
  return closed
}
