import type { AssetAssignmentUpdate } from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { type AssignmentRow, assertNoOverlap } from './asset-assignments.repository.ts'
import { assertChangeable, assertDays } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { hasCirculation } from './asset-circulations.repository.ts'
import { dayOf } from './circulation.rules.ts'
import { close } from './closing.ts'
import { assertActive, type Custody, lockCustody, settle } from './custody.ts'
import { handOut } from './handing-over.ts'

/** Changes an assignment; an end, or the status `closed`, closes an open one. */
export async function changeOrClose(
  context: WriteContext,
  custody: Custody,
  id: string,
  { status, end_date, ...members }: AssetAssignmentUpdate,
): Promise<AssignmentRow> {
  const before = await assetAssignmentStore.get(context.tx, id)
  const isOpen = before.closed_at === null
  if (status !== undefined && status !== before.status && !(status === 'closed' && isOpen))
    throw problem('invalid_transition', {
      current_state: before.status,
      allowed_operations:
        before.status === 'active' ? ['close'] : before.status === 'scheduled' ? ['delete'] : [],
    })
  if (!isOpen || (status !== 'closed' && !end_date))
    return change(context, custody, id, end_date === undefined ? members : { ...members, end_date })
  await change(context, custody, id, members)
  // If-Match refers to the version before the request.
  const further = { ...context, ifMatch: undefined }
  const changed = await lockCustody(context, custody.asset.id)
  return close(further, changed ?? custody, id, end_date ? { end_date } : {})
}

/** Changes an assignment; if it begins by the change, the ledger records the issue. */
async function change(
  context: WriteContext,
  custody: Custody,
  id: string,
  body: AssetAssignmentUpdate,
): Promise<AssignmentRow> {
  const { asset, open, timezone } = custody
  const now = context.clock.now().toISOString()
  const today = dayOf(now, timezone)
  const before = await assetAssignmentStore.lock(context, id)
  assertChangeable(before, body)
  assertDays({ ...before, ...body }, today)
  const { start_date = before.start_date } = body
  const isRescheduled = start_date !== before.start_date && before.closed_at === null
  const isGiven = isRescheduled && (await hasCirculation(context.tx, id))
  if (isGiven && start_date > today)
    throw invalid({
      field: 'start_date',
      code: 'out_of_range',
      message: 'must not lie ahead: the asset was handed out; close the assignment and create another one',
    })
  const begins = isRescheduled && !isGiven && start_date <= today
  if (begins) assertActive(asset)
  const after = await assetAssignmentStore.update(context, before, { ...body })
  if (after !== before) await assertNoOverlap(context.tx, after)
  if (after.closed_at !== null) return after
  const given = begins ? await handOut(context, custody, after, now) : {}
  await settle(
    context,
    custody,
    open.map((one) => (one.id === id ? after : one)),
    given,
  )
  return after
}
