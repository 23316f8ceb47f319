import type { AssetAssignmentUpdate } from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import { isSameValue } from '../base/same-value.ts'
import { type AssignmentMembers, assertChangeable, assertDays } from './asset-assignments.rules.ts'
import { dayOf, type OpenAssignment } from './asset-circulations.rules.ts'
import { assertActive, type CustodyChanges, type CustodyState, patchOf, unchanged } from './custody.rules.ts'
import { handOut, nothingHandedOut } from './handover-events.rules.ts'

/** An assignment that is changed. */
export type ChangedAssignment = OpenAssignment &
  AssignmentMembers & { readonly asset_id: string; readonly status: string }

/** True if a patch closes an assignment. Throws for a status that a patch cannot set. */
export function closesBy(
  before: Pick<ChangedAssignment, 'status' | 'closed_at'>,
  { status, end_date }: AssetAssignmentUpdate,
): boolean {
  const isOpen = before.closed_at === null
  if (status !== undefined && status !== before.status && !(status === 'closed' && isOpen))
    throw problem('invalid_transition', {
      current_state: before.status,
      allowed_operations:
        before.status === 'active' ? ['close'] : before.status === 'scheduled' ? ['delete'] : [],
    })
  return isOpen && (status === 'closed' || Boolean(end_date))
}

/**
 * The changes that a patch of an assignment makes. If the assignment begins because of it, the ledger records the issue. Throws
 * if the patch is rejected.
 */
export function decideChange(
  state: CustodyState,
  before: ChangedAssignment,
  body: AssetAssignmentUpdate,
  now: string,
): CustodyChanges {
  const { asset, open, issued, timezone } = state
  const today = dayOf(now, timezone)
  assertChangeable(before, body)
  const after = { ...before, ...body }
  assertDays(after, today)
  const isRescheduled = after.start_date !== before.start_date && before.closed_at === null
  const isGiven = isRescheduled && issued.has(before.id)
  if (isGiven && after.start_date > today)
    throw invalid({
      field: 'start_date',
      code: 'out_of_range',
      message:
        'must not be in the future: the asset was handed out; close the assignment and create another one',
    })
  const begins = isRescheduled && !isGiven && after.start_date <= today
  if (begins) assertActive(asset)
  const { recorded, stock } = begins ? handOut(state, after, now) : nothingHandedOut(state)
  const patch = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isSameValue(Reflect.get(before, name) ?? null, value)),
  )
  return {
    ...unchanged(state),
    changed: Object.keys(patch).length > 0 ? [{ id: before.id, patch }] : [],
    recorded: recorded.map(({ event }) => event),
    stock,
    open: open.map((one) => (one.id === before.id ? after : one)),
    patch: patchOf(recorded),
  }
}
