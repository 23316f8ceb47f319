import type { AssetCirculationCreate } from '@commonhold/contract'
import { personStore } from '../census/persons.store.ts'
import type { WriteContext } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { problem } from '../kernel/problem.ts'
import { references } from '../kernel/references.ts'
import { locationStore } from '../locations/locations.store.ts'
import { type AssignmentRow, assertNoOverlap } from './asset-assignments.repository.ts'
import { isScheduled } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { pendingMove } from './asset-circulations.repository.ts'
import { tellIfBegun } from './assigning.ts'
import {
  assertPieces,
  assertReported,
  dayOf,
  type Handling,
  handling,
  isDiscrepant,
  isWhole,
  type Reported,
  whereabouts,
} from './circulation.rules.ts'
import { type Custody, callOff, endAssignment, record, settle } from './custody.ts'

/** Who is given something, and where something is brought or seen, is in use. */
const newlyNamed = { person_id: personStore, location_id: locationStore }

/** Records what happened to an asset, with everything that follows from it. */
export async function circulate(context: WriteContext, custody: Custody, body: AssetCirculationCreate) {
  const { asset, open } = custody
  assertReported(asset.tracking_type, body)
  if (asset.status === 'disposed' || asset.status === 'archived')
    throw problem('asset_not_active', { current_state: asset.status })
  const reported = {
    circulation_type: body.circulation_type,
    person_id: body.person_id ?? null,
    location_id: body.location_id ?? null,
    quantity: body.quantity,
    occurred_at: body.occurred_at ?? context.clock.now().toISOString(),
  }
  const { person_id, location_id } = reported
  const isReturn = reported.circulation_type === 'return'
  await references(newlyNamed, context.tx, { location_id, ...(isReturn ? {} : { person_id }) })
  const handled = handling(asset, open, reported, body.force === true)
  assertPieces(asset, handled.quantity)
  const begun = await tellBegun(context, custody, handled, reported)
  const { concerned, remaining } = await handle(context, custody, handled, dayOf(reported.occurred_at))
  const returnedBy = handled.ends[0]?.assignment.person_id ?? handled.keeps?.assignment.person_id ?? null
  const made = await record(context, asset, {
    ...reported,
    tenant_id: body.tenant_id,
    person_id: reported.person_id ?? (body.circulation_type === 'return' ? returnedBy : null),
    quantity: handled.quantity,
    is_whole: isWhole(asset, reported),
    notes: body.notes,
    assignment_id: concerned?.id ?? null,
    correlation_id: concerned?.correlation_id ?? (await moveReceived(context, body)) ?? newId(),
    discrepancy: isDiscrepant(asset, reported),
  })
  await settle(context, asset, remaining, { ...begun, ...whereabouts(asset, reported) })
  return made
}

/**
 * Tells that was given out what comes back, goes on to somebody else, or grows, of assignments that began by their day
 * alone; answers what then holds of the asset. The one piece that is issued to its holder is given out by that.
 */
async function tellBegun(
  context: WriteContext,
  { asset, open }: Custody,
  { ends, keeps }: Handling,
  { circulation_type, occurred_at }: Reported,
): Promise<Record<string, unknown>> {
  const isGivenNow = circulation_type === 'issue' && asset.tracking_type === 'serialized'
  const concerned = [...ends, ...(keeps && !isGivenNow ? [keeps] : [])].map(({ assignment }) => assignment.id)
  const given: Record<string, unknown> = {}
  for (const assignment of open.filter(({ id }) => concerned.includes(id)))
    Object.assign(given, await tellIfBegun(context, asset, assignment, occurred_at))
  return given
}

/** Ends, changes and opens assignments; answers the one that the event is about, and those that are open then. */
async function handle(
  context: WriteContext,
  { asset, open }: Custody,
  { ends, keeps, opensFor, quantity }: Handling,
  day: string,
): Promise<{ concerned: AssignmentRow | undefined; remaining: readonly AssignmentRow[] }> {
  let concerned: AssignmentRow | undefined
  const remaining: AssignmentRow[] = []
  for (const assignment of open) {
    const end = ends.find((one) => one.assignment.id === assignment.id)
    if (end && isScheduled(assignment, context.clock.now().toISOString())) {
      await callOff(context, assignment.id)
    } else if (end) {
      const ended = await endAssignment(context, assignment, { reason: end.reason, day })
      concerned ??= ended
    } else if (keeps?.assignment.id === assignment.id) {
      const kept = await assetAssignmentStore.update(context, assignment, keeps.patch)
      await assertNoOverlap(context.tx, kept)
      concerned ??= kept
      remaining.push(kept)
    } else remaining.push(assignment)
  }
  if (opensFor === undefined) return { concerned, remaining }
  const opened = await assetAssignmentStore.insert(context, {
    asset_id: asset.id,
    tracking_type: asset.tracking_type,
    person_id: opensFor,
    quantity,
    start_date: day,
    correlation_id: newId(),
  })
  await assertNoOverlap(context.tx, opened)
  return { concerned: opened, remaining: [...remaining, opened] }
}

/** A receipt belongs to the latest move, unless that was received before. */
const moveReceived = async ({ tx }: WriteContext, { circulation_type, asset_id }: AssetCirculationCreate) =>
  circulation_type === 'receive' ? pendingMove(tx, asset_id) : undefined
