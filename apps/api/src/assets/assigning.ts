import {
  type AssetAssignmentClose,
  type AssetAssignmentUpdate,
  type AssignmentOfAssetCreate,
  assetAssignmentLifecycle,
} from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { move } from '../kernel/moves.ts'
import { invalid, problem } from '../kernel/problem.ts'
import { type AssignmentRow, assertNoOverlap } from './asset-assignments.repository.ts'
import {
  assertAssignment,
  assertChangeable,
  assertDays,
  isScheduled,
  refusedOnceBegun,
  refusedWhileScheduled,
} from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { isTold } from './asset-circulations.repository.ts'
import { assertPieces, dayOf, isWhole, whereabouts } from './circulation.rules.ts'
import {
  type AssetRow,
  assertActive,
  type Custody,
  callOff,
  endAssignment,
  laterDay,
  record,
  settle,
} from './custody.ts'

/** The moment of an event that is known by its day: now if it is today, else the first of the day. */
const momentOf = (day: string, now: string) => (day < dayOf(now) ? `${day}T00:00:00.000Z` : now)

type Body = AssignmentOfAssetCreate & { readonly tenant_id?: string | undefined }

/** Makes an assignment, and tells in the ledger what was issued or moved by it. */
export async function assign(context: WriteContext, custody: Custody, body: Body): Promise<AssignmentRow> {
  const { transfer = false, tenant_id, ...members } = body
  const { asset } = custody
  const now = context.clock.now().toISOString()
  const today = dayOf(now)
  const wanted = {
    ...members,
    person_id: body.person_id ?? null,
    location_id: body.location_id ?? null,
    quantity: body.quantity ?? 1,
    start_date: body.start_date ?? today,
    end_date: body.end_date ?? null,
    expected_return_date: body.expected_return_date ?? null,
  }
  assertAssignment(asset.tracking_type, wanted, today)
  assertActive(asset)
  const isPast = wanted.end_date !== null
  if (isPast) assertPieces(asset, wanted.quantity)
  const { held, left } = isPast
    ? { held: custody.open, left: {} }
    : await makeRoom(context, custody, wanted, { transfer, now })
  const made = await assetAssignmentStore.insert(context, {
    ...wanted,
    tenant_id,
    asset_id: asset.id,
    tracking_type: asset.tracking_type,
    correlation_id: newId(),
    ...(isPast
      ? { end_reason: body.end_reason ?? 'returned', closed_at: now, closed_by: context.actor.userId }
      : {}),
  })
  await assertNoOverlap(context.tx, made)
  const given = made.start_date > today ? {} : await tellGiven(context, asset, made, now)
  const back = isPast
    ? await tellBack(context, asset, made, { occurred_at: momentOf(wanted.end_date ?? today, now) })
    : {}
  await settle(context, asset, isPast ? held : [...held, made], { ...left, ...given, ...back })
  return made
}

/** Sees that there are pieces left to assign; answers the assignments that stay open, and what the one that ends left. */
async function makeRoom(
  context: WriteContext,
  { asset, open }: Custody,
  { quantity, start_date }: { readonly quantity: number; readonly start_date: string },
  { transfer, now }: { readonly transfer: boolean; readonly now: string },
): Promise<{ held: readonly AssignmentRow[]; left: Record<string, unknown> }> {
  if (asset.tracking_type === 'countable') {
    if (quantity > asset.available_quantity)
      throw problem('insufficient_quantity', { available_quantity: asset.available_quantity })
    return { held: open, left: {} }
  }
  const [current] = open
  if (!current) return { held: open, left: {} }
  if (!transfer) throw problem('asset_already_assigned', { current_assignment_id: current.id })
  if (isScheduled(current, now)) {
    await callOff(context, current.id)
    return { held: [], left: {} }
  }
  const left = await tellIfBegun(context, asset, current, now)
  const day = start_date < dayOf(now) ? start_date : dayOf(now)
  await endAssignment(context, current, { reason: 'transferred', day })
  return { held: [], left }
}

/** Tells what was given out by an assignment that has begun, by its day alone, if nothing told of it yet. */
export async function tellIfBegun(
  context: WriteContext,
  asset: AssetRow,
  assignment: AssignmentRow,
  now: string,
): Promise<Record<string, unknown>> {
  if (assignment.start_date > dayOf(now) || (await isTold(context.tx, assignment.id))) return {}
  return tellGiven(context, asset, assignment, now)
}

/** Tells that the asset was issued, or moved; answers what then holds of it. */
async function tellGiven(context: WriteContext, asset: AssetRow, made: AssignmentRow, now: string) {
  const reported = {
    circulation_type: made.person_id === null ? ('move' as const) : ('issue' as const),
    person_id: made.person_id,
    location_id: made.location_id,
    quantity: made.quantity,
    occurred_at: momentOf(made.start_date, now),
  }
  await record(context, asset, {
    ...reported,
    is_whole: isWhole(asset, reported),
    correlation_id: made.correlation_id,
    assignment_id: made.id,
  })
  return whereabouts(asset, reported)
}

/** Changes an assignment; one that is brought to begin is told in the ledger. */
export async function change(
  context: WriteContext,
  { asset, open }: Custody,
  id: string,
  body: AssetAssignmentUpdate,
): Promise<AssignmentRow> {
  const now = context.clock.now().toISOString()
  const today = dayOf(now)
  const before = await assetAssignmentStore.lock(context, id)
  assertChangeable(before, body)
  assertDays({ ...before, ...body }, today)
  const { start_date = before.start_date } = body
  const isRescheduled = start_date !== before.start_date && before.closed_at === null
  const isGiven = isRescheduled && (await isTold(context.tx, id))
  if (isGiven && start_date > today)
    throw invalid({
      field: 'start_date',
      code: 'out_of_range',
      message: 'must not lie ahead: the asset was given out; close the assignment and make another one',
    })
  const begins = isRescheduled && !isGiven && start_date <= today
  if (begins) assertActive(asset)
  const after = await assetAssignmentStore.update(context, before, { ...body })
  if (after !== before) await assertNoOverlap(context.tx, after)
  if (after.closed_at !== null) return after
  const given = begins ? await tellGiven(context, asset, after, now) : {}
  await settle(
    context,
    asset,
    open.map((one) => (one.id === id ? after : one)),
    given,
  )
  return after
}

/** Tells that the asset came back; answers what then holds of it. */
async function tellBack(
  context: WriteContext,
  asset: AssetRow,
  { id, person_id, quantity, correlation_id }: AssignmentRow,
  { occurred_at, notes }: { readonly occurred_at: string; readonly notes?: string | undefined },
) {
  const reported = {
    circulation_type: 'return' as const,
    person_id,
    location_id: null,
    quantity,
    occurred_at,
  }
  await record(context, asset, {
    ...reported,
    is_whole: isWhole(asset, reported),
    notes,
    correlation_id,
    assignment_id: id,
  })
  return whereabouts(asset, reported)
}

/** Calls off an assignment that has not begun: it never happened, and the audit log keeps it. */
export async function cancel(
  context: WriteContext,
  { asset, open }: Custody,
  before: AssignmentRow,
): Promise<void> {
  if (!isScheduled(before, context.clock.now().toISOString())) throw refusedOnceBegun(before)
  await assetAssignmentStore.remove(context, before.id)
  await settle(
    context,
    asset,
    open.filter(({ id }) => id !== before.id),
  )
}

/** Closes an assignment, and tells in the ledger that the asset came back, as far as it was given out and did. */
export async function close(
  context: WriteContext,
  { asset, open }: Custody,
  id: string,
  { end_date, end_reason = 'returned', ...input }: AssetAssignmentClose,
): Promise<AssignmentRow> {
  const now = context.clock.now().toISOString()
  const moment = input.occurred_at ?? now
  const before = open.find((one) => one.id === id)
  if (before && isScheduled(before, now)) throw refusedWhileScheduled()
  if (before && end_date) assertDays({ ...before, end_date }, dayOf(now))
  const closed = await move(context, assetAssignmentStore, assetAssignmentLifecycle, 'close', id, input, {
    end_date: end_date ?? laterDay(dayOf(moment), before?.start_date ?? ''),
    end_reason,
    closed_by: context.actor.userId,
  })
  // What is lost, or was, does not come back by this.
  const isBack = end_reason !== 'lost' && asset.status === 'active'
  const occurred_at = end_date ? momentOf(end_date, moment) : moment
  // What began by its day alone was not told yet.
  const isUntold = isBack && !(await isTold(context.tx, id))
  const given = isUntold ? await tellGiven(context, asset, closed, occurred_at) : {}
  const back = isBack ? await tellBack(context, asset, closed, { occurred_at, notes: input.notes }) : {}
  await settle(
    context,
    asset,
    open.filter((one) => one.id !== id),
    { ...given, ...back },
  )
  return closed
}
