import { newId } from '../base/ids.ts'
import { isScheduled } from './asset-assignments.rules.ts'
import {
  assertMoved,
  assertPieces,
  dayOf,
  type Handling,
  isDiscrepant,
  isWhole,
  type OpenAssignment,
  type Reported,
  whereabouts,
} from './circulation.rules.ts'
import {
  assertActive,
  type CustodyChanges,
  type CustodyState,
  patchOf,
  type Recorded,
} from './custody.rules.ts'
import { type HandedOut, handOutIfBegun, nothingHandedOut } from './handing-over.rules.ts'
import { handling } from './handling.rules.ts'
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
  const handled = handling(asset, open, reported, { isForced, given, day })
  if (!isStock || isReturn) assertPieces(asset, handled.quantity)

  const begun = begunBy(state, handled, reported)
  const custody = { ...state, stock: begun.stock }
  const changes = assignmentsAfter(state, handled, command, day)
  const first = handled.ends[0]?.assignment ?? handled.keeps?.assignment
  const applied = isStock
    ? effectOn({
        custody,
        reported,
        handled,
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
    quantity: handled.quantity,
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
  { ends, keeps }: Handling,
  { circulation_type, occurred_at }: Reported,
): HandedOut {
  const isGivenNow = circulation_type === 'issue' && custody.asset.tracking_type === 'serialized'
  const concerned = [...ends, ...(keeps && !isGivenNow ? [keeps] : [])].map(({ assignment }) => assignment.id)
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
  { ends, keeps, opensFor, quantity }: Handling,
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
  const changed = keeps ? [{ id: keeps.assignment.id, patch: keeps.patch }] : []
  const created: OpenAssignment[] =
    opensFor === undefined
      ? []
      : [
          {
            id: newId(),
            person_id: opensFor,
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
    created[0] ?? open.find(({ id }) => ended.some((one) => one.id === id) || keeps?.assignment.id === id)
  const remaining = open
    .filter((one) => !isEnded(one))
    .map((one) => (keeps?.assignment.id === one.id ? { ...one, ...keeps.patch } : one))
  return { cancelled, ended, changed, created, open: [...remaining, ...created], concerned }
}
