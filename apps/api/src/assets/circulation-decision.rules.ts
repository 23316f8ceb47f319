import { newId } from '../base/ids.ts'
import { isScheduled } from './asset-assignments.rules.ts'
import {
  type AssignmentEffect,
  assertMoved,
  assertPieces,
  dayOf,
  isDiscrepant,
  isWhole,
  type OpenAssignment,
  type Reported,
  whereabouts,
} from './asset-circulations.rules.ts'
import { effectOnAssignments } from './circulation-effects.rules.ts'
import {
  assertActive,
  type CustodyChanges,
  type CustodyState,
  patchOf,
  type Recorded,
} from './custody.rules.ts'
import { type HandedOut, handOutIfBegun, nothingHandedOut } from './handover-events.rules.ts'
import { assertAvailableAt } from './stock.rules.ts'
import { effectOn } from './stock-effects.rules.ts'

/** A circulation to record. */
export interface CirculationCommand {
  readonly reported: Reported
  readonly from_location_id: string | null
  /** True if a return is recorded although another person has the asset. */
  readonly isForced: boolean
  /** The correlation id of the asset's latest move, unless the asset was received since. */
  readonly unreceivedMove: string | undefined
  readonly notes: string | null | undefined
  readonly tenant_id: string | undefined
  /** Today's date for the tenant. */
  readonly today: string
}

/** The changes of a circulation, whose event is the last one in `recorded`. Throws if it is rejected. */
export function decideCirculation(state: CustodyState, command: CirculationCommand): CustodyChanges {
  const { asset, open, issued, timezone } = state
  const { reported, from_location_id, isForced, notes, tenant_id } = command
  const { circulation_type, person_id, location_id, occurred_at } = reported
  const isStock = asset.tracking_type === 'countable'
  const isReturn = circulation_type === 'return'
  if (circulation_type === 'issue') assertActive(asset)
  assertMoved(asset, reported)
  const source = from_location_id ?? location_id
  if (circulation_type === 'issue' && isStock && source !== null)
    assertAvailableAt(state.stock, source, reported.quantity ?? 1)
  const given = new Set(
    open.filter((one) => one.person_id === person_id && issued.has(one.id)).map(({ id }) => id),
  )
  const day = dayOf(occurred_at, timezone)
  const assignments = effectOnAssignments(asset, open, reported, { isForced, given, day })
  if (!isStock || isReturn) assertPieces(asset, assignments.quantity)

  const begun = begunBy(state, assignments, reported)
  const custody = { ...state, stock: begun.stock }
  const changes = assignmentsAfter(state, assignments, command, day)
  const first = assignments.ends[0]?.assignment ?? assignments.updated?.assignment
  const applied = isStock
    ? effectOn({
        custody,
        reported,
        assignments,
        from: from_location_id,
        remaining: changes.open,
        origin: isReturn && first ? originOf(custody, first, begun.recorded) : null,
      })
    : undefined
  const { concerned, ...changed } = changes
  const received = circulation_type === 'receive' && !isStock ? command.unreceivedMove : undefined
  const event = {
    ...reported,
    tenant_id,
    person_id: person_id ?? (isReturn ? (first?.person_id ?? null) : null),
    quantity: assignments.quantity,
    from_location_id,
    is_whole: isWhole(asset, reported),
    notes,
    assignment_id: concerned?.id ?? null,
    correlation_id: concerned?.correlation_id ?? received ?? newId(),
    discrepancy: isDiscrepant(asset, reported),
    ...applied?.effect,
  }
  return {
    ...changed,
    recorded: [...begun.recorded.map((one) => one.event), event],
    stock: applied?.stock ?? begun.stock,
    patch: {
      ...patchOf(begun.recorded),
      ...whereabouts(asset, reported),
      quantity: asset.quantity + (applied?.effect.quantity_change ?? 0),
    },
  }
}

/**
 * The issue events of assignments that began by their start date alone, recorded when such an assignment ends or changes. Issuing
 * a serialized asset to its holder records the issue already.
 */
function begunBy(
  custody: CustodyState,
  { ends, updated }: AssignmentEffect,
  { circulation_type, occurred_at }: Reported,
): HandedOut {
  const isGivenNow = circulation_type === 'issue' && custody.asset.tracking_type === 'serialized'
  const concerned = [...ends, ...(updated && !isGivenNow ? [updated] : [])].map(
    ({ assignment }) => assignment.id,
  )
  return custody.open
    .filter(({ id }) => concerned.includes(id))
    .reduce<HandedOut>(({ recorded, stock }, assignment) => {
      const next = handOutIfBegun({ ...custody, stock }, assignment, occurred_at)
      return { recorded: [...recorded, ...next.recorded], stock: next.stock }
    }, nothingHandedOut(custody))
}

/** The location that the pieces of an assignment were taken from; null when it is not known. */
function originOf(
  { issued }: CustodyState,
  { id }: OpenAssignment,
  begun: readonly Recorded[],
): string | null {
  const now = begun.find(({ event }) => event.assignment_id === id && event.circulation_type === 'issue')
  return now ? (now.event.location_id ?? null) : (issued.get(id) ?? null)
}

/** The assignments that end, change and are created, and the assignment that the event refers to. */
function assignmentsAfter(
  { open }: CustodyState,
  { ends, updated, assignedTo, quantity }: AssignmentEffect,
  { today }: CirculationCommand,
  day: string,
): Pick<CustodyChanges, 'cancelled' | 'ended' | 'changed' | 'created' | 'open'> & {
  readonly concerned: OpenAssignment | undefined
} {
  const isEnded = ({ id }: OpenAssignment) => ends.some(({ assignment }) => assignment.id === id)
  const cancelled = open.filter((one) => isEnded(one) && isScheduled(one, today)).map(({ id }) => id)
  const ended = ends
    .filter(({ assignment }) => !cancelled.includes(assignment.id))
    .map(({ assignment, reason }) => ({ id: assignment.id, reason, day }))
  const changed = updated ? [{ id: updated.assignment.id, patch: updated.patch }] : []
  const created: OpenAssignment[] =
    assignedTo === undefined
      ? []
      : [
          {
            id: newId(),
            person_id: assignedTo,
            location_id: null,
            quantity,
            start_date: day,
            end_date: null,
            expected_return_date: null,
            closed_at: null,
            correlation_id: newId(),
          },
        ]
  const concerned =
    created[0] ?? open.find(({ id }) => ended.some((one) => one.id === id) || updated?.assignment.id === id)
  const remaining = open
    .filter((one) => !isEnded(one))
    .map((one) => (updated?.assignment.id === one.id ? { ...one, ...updated.patch } : one))
  return { cancelled, ended, changed, created, open: [...remaining, ...created], concerned }
}
