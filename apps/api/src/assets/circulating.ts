import type { AssetCirculationCreate } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { personStore } from '../census/persons.store.ts'
import { locationStore } from '../locations/locations.store.ts'
import type { WriteContext } from '../store/context.ts'
import { todayIn } from '../store/days.ts'
import { references } from '../store/references.ts'
import { type AssignmentRow, assertNoOverlap } from './asset-assignments.repository.ts'
import { isScheduled } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { hasCirculation, pendingMove } from './asset-circulations.repository.ts'
import { assetCirculationStore } from './asset-circulations.store.ts'
import { originOf } from './asset-stock.repository.ts'
import {
  assertMoved,
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
import {
  type AssetRow,
  assertActive,
  type Custody,
  callOff,
  endAssignment,
  notActive,
  record,
  settle,
} from './custody.ts'
import { handOutIfBegun } from './handing-over.ts'
import { assertAvailableAt } from './stock.rules.ts'
import { effectOn } from './stock-effects.ts'

/** A location must not be archived. The person who returns something, and the location it was taken from, may be. */
const broughtBack = { ...assetCirculationStore.spec.references, location_id: locationStore }

/** A person who receives something must not be archived. */
const newlyNamed = { ...broughtBack, person_id: personStore }

/** Records an event of an asset, with all of its effects. */
export async function circulate(context: WriteContext, custody: Custody, body: AssetCirculationCreate) {
  const { asset, open } = custody
  assertReported(asset.tracking_type, body)
  if (asset.status === 'disposed' || asset.status === 'archived') throw notActive(asset)
  const reported = {
    circulation_type: body.circulation_type,
    person_id: body.person_id ?? null,
    location_id: body.location_id ?? null,
    quantity: body.quantity,
    occurred_at: body.occurred_at ?? context.clock.now().toISOString(),
  }
  const { person_id, location_id } = reported
  const { from_location_id = null } = body
  const isReturn = reported.circulation_type === 'return'
  const named = { person_id, location_id, from_location_id }
  await references(isReturn ? broughtBack : newlyNamed, context.tx, named)
  if (body.circulation_type === 'issue') assertActive(asset)
  assertMoved(asset, reported)
  const source = from_location_id ?? location_id
  if (body.circulation_type === 'issue' && asset.tracking_type === 'countable' && source !== null)
    assertAvailableAt(custody.stock, source, body.quantity ?? 1)
  const given = await givenTo(context, custody, person_id)
  const day = dayOf(reported.occurred_at, custody.timezone)
  const handled = handling(asset, open, reported, { isForced: body.force === true, given, day })
  if (asset.tracking_type === 'serialized' || isReturn) assertPieces(asset, handled.quantity)
  const begun = await recordBegun(context, custody, handled, reported)
  const { concerned, remaining } = await handle(context, custody, handled, day)
  const first = handled.ends[0]?.assignment ?? handled.keeps?.assignment
  const effect =
    asset.tracking_type === 'countable'
      ? effectOn({
          custody,
          reported,
          handled,
          from: from_location_id,
          remaining,
          origin: isReturn && first ? await originOf(context.tx, first.id) : null,
        })
      : undefined
  const returnedBy = first?.person_id ?? null
  const made = await record(context, asset, {
    ...reported,
    tenant_id: body.tenant_id,
    person_id: reported.person_id ?? (body.circulation_type === 'return' ? returnedBy : null),
    quantity: handled.quantity,
    from_location_id,
    is_whole: isWhole(asset, reported),
    notes: body.notes,
    assignment_id: concerned?.id ?? null,
    correlation_id: concerned?.correlation_id ?? (await moveReceived(context, asset, reported)) ?? newId(),
    discrepancy: isDiscrepant(asset, reported),
    ...effect,
  })
  const quantity = asset.quantity + (effect?.quantity_change ?? 0)
  await settle(context, custody, remaining, { ...begun, ...whereabouts(asset, reported), quantity })
  return made
}

/** The open assignments of a person whose pieces were handed out. */
async function givenTo({ tx }: WriteContext, { open }: Custody, personId: string | null) {
  const given = new Set<string>()
  for (const { id, person_id } of open)
    if (personId !== null && person_id === personId && (await hasCirculation(tx, id))) given.add(id)
  return given
}

/**
 * Records the issue of assignments that began by their start date alone, when their pieces are returned, transferred or
 * increased. Returns the members of the asset that follow. Issuing a single piece to its holder hands it out already.
 */
async function recordBegun(
  context: WriteContext,
  custody: Custody,
  { ends, keeps }: Handling,
  { circulation_type, occurred_at }: Reported,
): Promise<Record<string, unknown>> {
  const { asset, open } = custody
  const isGivenNow = circulation_type === 'issue' && asset.tracking_type === 'serialized'
  const concerned = [...ends, ...(keeps && !isGivenNow ? [keeps] : [])].map(({ assignment }) => assignment.id)
  const given: Record<string, unknown> = {}
  for (const assignment of open.filter(({ id }) => concerned.includes(id)))
    Object.assign(given, await handOutIfBegun(context, custody, assignment, occurred_at))
  return given
}

/** Ends, changes and creates assignments; returns the one that the event refers to, and those that are open afterwards. */
async function handle(
  context: WriteContext,
  { asset, open, timezone }: Custody,
  { ends, keeps, opensFor, quantity }: Handling,
  day: string,
): Promise<{ concerned: AssignmentRow | undefined; remaining: readonly AssignmentRow[] }> {
  let concerned: AssignmentRow | undefined
  const remaining: AssignmentRow[] = []
  for (const assignment of open) {
    const end = ends.find((one) => one.assignment.id === assignment.id)
    if (end && isScheduled(assignment, todayIn(timezone, context))) {
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

/** A receipt of a single piece belongs to the latest move, unless that was received before. */
const moveReceived = async ({ tx }: WriteContext, asset: AssetRow, { circulation_type }: Reported) =>
  circulation_type === 'receive' && asset.tracking_type === 'serialized'
    ? pendingMove(tx, asset.id)
    : undefined
