import type { AssetAssignmentCreate } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { invalid, problem } from '../base/problem.ts'
import { momentOf } from '../store/days.ts'
import { alreadyAssigned, assertAssignment, isScheduled } from './asset-assignments.rules.ts'
import { assertPieces, dayOf } from './asset-circulations.rules.ts'
import {
  assertActive,
  type CustodyChanges,
  type CustodyState,
  type NewAssignment,
  patchOf,
  type Recorded,
} from './custody.rules.ts'
import {
  type HandedOut,
  handBack,
  handOut,
  handOutIfBegun,
  handOver,
  nothingHandedOut,
} from './handover-events.rules.ts'

/** An assignment to create. */
export interface AssignmentCommand {
  readonly requested: Partial<Omit<AssetAssignmentCreate, 'asset_id' | 'transfer' | 'tenant_id'>>
  /** True if the present assignment of a serialized asset is to end. */
  readonly transfer: boolean
  readonly now: string
  readonly userId: string
}

/** The changes of a new assignment, which is the only one in `created`. Throws if it is rejected. */
export function decideAssignment(
  state: CustodyState,
  { requested, transfer, now, userId }: AssignmentCommand,
): CustodyChanges {
  const { asset, open, stock, timezone } = state
  const today = dayOf(now, timezone)
  const members = {
    ...requested,
    person_id: requested.person_id ?? null,
    location_id: requested.location_id ?? null,
    quantity: requested.quantity ?? 1,
    start_date: requested.start_date ?? today,
    end_date: requested.end_date ?? null,
    expected_return_date: requested.expected_return_date ?? null,
  }
  const { person_id, quantity, start_date, end_date } = members
  assertAssignment(asset.tracking_type, members, today)
  assertActive(asset)
  if (end_date === null && person_id !== null && start_date <= today) assertOneSource(state, quantity)
  const assigned = { ...members, id: newId(), correlation_id: newId() }
  if (end_date !== null) {
    assertPieces(asset, quantity)
    const end_reason = requested.end_reason ?? 'returned'
    const past = { ...assigned, end_reason, closed_at: now, closed_by: userId }
    const occurred_at = momentOf(end_date, now, timezone)
    const recorded = [handOver(state, past, now), handBack(state, past, { occurred_at })]
    return changesWith(past, { cancelled: [], ended: [], recorded, stock, open })
  }
  const present = { ...assigned, closed_at: null }
  const { left, ...room } = roomFor(state, members, { transfer, now })
  const custody = { ...state, stock: left.stock }
  const given = start_date > today ? nothingHandedOut(custody) : handOut(custody, present, now)
  return changesWith(present, {
    ...room,
    recorded: [...left.recorded, ...given.recorded],
    stock: given.stock,
    open: [...room.open, present],
  })
}

/** The changes that create an assignment. */
const changesWith = (
  made: NewAssignment,
  {
    recorded,
    ...others
  }: Pick<CustodyChanges, 'cancelled' | 'ended' | 'stock' | 'open'> & {
    readonly recorded: readonly Recorded[]
  },
): CustodyChanges => ({
  ...others,
  changed: [],
  created: [made],
  recorded: recorded.map(({ event }) => event),
  patch: patchOf(recorded),
})

/**
 * Throws if it is unclear from which location pieces are taken: an assignment does not name it. A circulation of the type `issue`
 * does.
 */
function assertOneSource({ asset, stock }: CustodyState, quantity: number): void {
  const places = stock.places()
  if (asset.tracking_type === 'serialized' || places.length <= 1 || stock.at(null) >= quantity) return
  throw invalid({
    field: 'person_id',
    code: 'not_allowed_value',
    message:
      'the pieces are at several locations; record an issue with from_location_id instead (POST /asset-circulations)',
  })
}

/**
 * Throws if too few pieces are available. Returns the assignments that end and those that remain open, and the events that
 * precede the new assignment.
 */
function roomFor(
  custody: CustodyState,
  { quantity, start_date }: { readonly quantity: number; readonly start_date: string },
  { transfer, now }: { readonly transfer: boolean; readonly now: string },
): Pick<CustodyChanges, 'cancelled' | 'ended' | 'open'> & { readonly left: HandedOut } {
  const { asset, open, timezone } = custody
  const today = dayOf(now, timezone)
  const [current] = open
  if (asset.tracking_type === 'countable' && quantity > asset.available_quantity)
    throw problem('insufficient_quantity', { available_quantity: asset.available_quantity })
  const left = nothingHandedOut(custody)
  if (asset.tracking_type === 'countable' || !current) return { cancelled: [], ended: [], open, left }
  if (!transfer) throw alreadyAssigned(current, today)
  if (isScheduled(current, today)) return { cancelled: [current.id], ended: [], open: [], left }
  const day = start_date < today ? start_date : today
  return {
    cancelled: [],
    ended: [{ id: current.id, reason: 'transferred', day }],
    open: [],
    left: handOutIfBegun(custody, current, now),
  }
}
