import { laterOf, momentOf } from '../store/days.ts'
import { assertDays, isScheduled, refusedWhileScheduled } from './asset-assignments.rules.ts'
import { dayOf, type OpenAssignment } from './asset-circulations.rules.ts'
import { type CustodyChanges, type CustodyState, isOut, patchOf, unchanged } from './custody.rules.ts'
import { type HandedOut, handBack, handOut, nothingHandedOut } from './handover-events.rules.ts'
import { sourcesOf } from './stock.rules.ts'

/** How an assignment is closed. */
export interface ClosingCommand {
  readonly end_reason: string
  /** The last day in the request. */
  readonly end_date: string | undefined
  /** When it was closed. */
  readonly occurred_at: string
  readonly notes: string | undefined
  readonly now: string
}

/** The last day of an assignment that is closed. */
export const lastDayOf = (
  { timezone }: Pick<CustodyState, 'timezone'>,
  before: OpenAssignment | undefined,
  { end_date, occurred_at }: ClosingCommand,
): string => end_date ?? laterOf(dayOf(occurred_at, timezone), before?.start_date ?? '')

/** Rejects closing an assignment that has not begun, and days out of order. */
export function assertClosable(
  { timezone }: Pick<CustodyState, 'timezone'>,
  before: OpenAssignment,
  { end_date, now }: ClosingCommand,
): void {
  const today = dayOf(now, timezone)
  if (isScheduled(before, today)) throw refusedWhileScheduled()
  if (end_date) assertDays({ ...before, end_date }, today)
}

/** The further changes when an assignment is closed: the return of its pieces, or their loss. */
export function decideClosing(
  state: CustodyState,
  closed: OpenAssignment,
  command: ClosingCommand,
): CustodyChanges {
  const { asset, open, issued, timezone } = state
  const { end_reason, end_date, notes } = command
  // Closing an assignment does not mark a lost asset as found.
  const isBack = end_reason !== 'lost' && asset.status === 'active'
  const isLost = end_reason === 'lost' && asset.status === 'active'
  const occurred_at = end_date ? momentOf(end_date, command.occurred_at, timezone) : command.occurred_at
  // The issue of an assignment that began by its start date alone is not recorded yet.
  const isIssuedNow = isBack && !issued.has(closed.id)
  const begun = isIssuedNow ? handOut(state, closed, occurred_at) : nothingHandedOut(state)
  const [first] = begun.recorded
  const origins = first ? new Map([[closed.id, first.event.location_id ?? null]]) : issued
  const wasOut = asset.tracking_type === 'countable' && isOut(origins, closed)
  const place = isBack ? (origins.get(closed.id) ?? begun.stock.onlyPlace() ?? null) : null
  const isPutBack = wasOut && !isLost
  const custody = {
    ...state,
    stock: isPutBack ? begun.stock.put(place, closed.quantity, occurred_at) : begun.stock,
  }
  const lost = isLost
    ? losePieces(custody, closed, { occurred_at, wasOut, notes })
    : nothingHandedOut(custody)
  const recorded = [
    ...begun.recorded,
    ...(isBack ? [handBack(state, closed, { occurred_at, notes })] : []),
    ...lost.recorded,
  ]
  return {
    ...unchanged(state),
    recorded: recorded.map(({ event }) => event),
    stock: lost.stock,
    open: open.filter(({ id }) => id !== closed.id),
    patch: patchOf(recorded),
  }
}

/**
 * The loss of the pieces of an assignment. They are removed from the stock; if they were all pieces of the asset, it becomes
 * lost.
 */
function losePieces(
  { asset, stock }: CustodyState,
  { id, quantity, location_id, correlation_id }: OpenAssignment,
  { occurred_at, wasOut, notes }: { occurred_at: string; wasOut: boolean; notes: string | undefined },
): HandedOut {
  const is_whole = quantity >= asset.quantity
  const event = {
    circulation_type: 'loss' as const,
    location_id,
    quantity,
    quantity_change: is_whole ? 0 : -quantity,
    is_whole,
    occurred_at,
    notes,
    correlation_id,
    assignment_id: id,
  }
  const patch = is_whole ? { status: 'lost', lost_at: occurred_at } : { quantity: asset.quantity - quantity }
  const recorded = [{ event, patch }]
  if (asset.tracking_type === 'serialized' || is_whole !== wasOut) return { recorded, stock }
  if (is_whole) return { recorded, stock: stock.put(null, quantity, occurred_at) }
  const sources = sourcesOf(stock, quantity, undefined, location_id)
  return { recorded, stock: stock.takeAll(sources, occurred_at) }
}
