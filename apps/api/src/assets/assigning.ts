import type { AssignmentOfAssetCreate } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { invalid, problem } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { momentOf } from '../store/days.ts'
import { type AssignmentRow, assertNoOverlap } from './asset-assignments.repository.ts'
import { alreadyAssigned, assertAssignment, isScheduled } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { assertPieces, dayOf } from './circulation.rules.ts'
import { assertActive, type Custody, callOff, endAssignment, settle } from './custody.ts'
import { handOut, handOutIfBegun, recordHandOver, recordReturn } from './handing-over.ts'

type Body = AssignmentOfAssetCreate & { readonly tenant_id?: string | undefined }

/** Creates an assignment, and records the issue or move in the ledger. */
export async function assign(context: WriteContext, custody: Custody, body: Body): Promise<AssignmentRow> {
  const { transfer = false, tenant_id, ...members } = body
  const { asset } = custody
  const now = context.clock.now().toISOString()
  const today = dayOf(now, custody.timezone)
  const requested = {
    ...members,
    person_id: body.person_id ?? null,
    location_id: body.location_id ?? null,
    quantity: body.quantity ?? 1,
    start_date: body.start_date ?? today,
    end_date: body.end_date ?? null,
    expected_return_date: body.expected_return_date ?? null,
  }
  assertAssignment(asset.tracking_type, requested, today)
  assertActive(asset)
  const isPast = requested.end_date !== null
  if (!isPast && requested.person_id !== null && requested.start_date <= today)
    assertOneSource(custody, requested)
  if (isPast) assertPieces(asset, requested.quantity)
  const { held, left } = isPast
    ? { held: custody.open, left: {} }
    : await makeRoom(context, custody, requested, { transfer, now })
  const made = await assetAssignmentStore.insert(context, {
    ...requested,
    tenant_id,
    asset_id: asset.id,
    tracking_type: asset.tracking_type,
    correlation_id: newId(),
    ...(isPast
      ? { end_reason: body.end_reason ?? 'returned', closed_at: now, closed_by: context.actor.userId }
      : {}),
  })
  await assertNoOverlap(context.tx, made)
  if (isPast) {
    const given = await recordHandOver(context, custody, made, now)
    const occurred_at = momentOf(requested.end_date ?? today, now, custody.timezone)
    const back = await recordReturn(context, asset, made, { occurred_at })
    await settle(context, custody, held, { ...left, ...given, ...back })
    return made
  }
  const given = made.start_date > today ? {} : await handOut(context, custody, made, now)
  await settle(context, custody, [...held, made], { ...left, ...given })
  return made
}

/** An assignment does not state the location that its pieces are taken from; a circulation of the type `issue` does. */
function assertOneSource({ asset, stock }: Custody, { quantity }: { readonly quantity: number }): void {
  const places = stock.places()
  if (asset.tracking_type === 'serialized' || places.length <= 1 || stock.at(null) >= quantity) return
  throw invalid({
    field: 'person_id',
    code: 'not_allowed_value',
    message:
      'the pieces lie at several locations; name the one they are taken from by an issue (POST /asset-circulations)',
  })
}

/**
 * Checks that enough pieces are available; returns the assignments that remain open, and the effects of the one that ends.
 */
async function makeRoom(
  context: WriteContext,
  custody: Custody,
  { quantity, start_date }: { readonly quantity: number; readonly start_date: string },
  { transfer, now }: { readonly transfer: boolean; readonly now: string },
): Promise<{ held: readonly AssignmentRow[]; left: Record<string, unknown> }> {
  const { asset, open, timezone } = custody
  const today = dayOf(now, timezone)
  if (asset.tracking_type === 'countable') {
    if (quantity > asset.available_quantity)
      throw problem('insufficient_quantity', { available_quantity: asset.available_quantity })
    return { held: open, left: {} }
  }
  const [current] = open
  if (!current) return { held: open, left: {} }
  if (!transfer) throw alreadyAssigned(current, today)
  if (isScheduled(current, today)) {
    await callOff(context, current.id)
    return { held: [], left: {} }
  }
  const left = await handOutIfBegun(context, custody, current, now)
  const day = start_date < today ? start_date : today
  await endAssignment(context, current, { reason: 'transferred', day })
  return { held: [], left }
}
