import { momentOf } from '../store/days.ts'
import { dayOf, isWhole, type OpenAssignment, whereabouts } from './asset-circulations.rules.ts'
import type { CustodyState, Recorded } from './custody.rules.ts'
import { sourcesOf } from './stock.rules.ts'
import type { Place, Stock } from './stock-pieces.rules.ts'

/** Events, and the stock after them. */
export interface HandedOut {
  readonly recorded: readonly Recorded[]
  readonly stock: Stock
}

/** No events, and the unchanged stock. */
export const nothingHandedOut = ({ stock }: Pick<CustodyState, 'stock'>): HandedOut => ({
  recorded: [],
  stock,
})

/** Hands out the pieces of an assignment that has begun by its start date, unless the ledger already contains their issue. */
export function handOutIfBegun(custody: CustodyState, assignment: OpenAssignment, now: string): HandedOut {
  const isAhead = assignment.start_date > dayOf(now, custody.timezone)
  const isDone = isAhead || custody.issued.has(assignment.id)
  return isDone ? nothingHandedOut(custody) : handOut(custody, assignment, now)
}

/** Takes the pieces of an assignment from their location in the stock. The event is that they were issued or moved. */
export function handOut(custody: CustodyState, made: OpenAssignment, now: string): HandedOut {
  const { asset, open, stock, timezone } = custody
  if (asset.tracking_type === 'serialized') return { recorded: [handOver(custody, made, now)], stock }
  const moment = momentOf(made.start_date, now, timezone)
  const others = open.filter((one) => one.id !== made.id && one.location_id === made.location_id)
  const reserved = others.reduce((sum, one) => sum + one.quantity, 0)
  const isThere = made.person_id === null ? Math.max(stock.at(made.location_id) - reserved, 0) : 0
  const sources = sourcesOf(stock, Math.max(made.quantity - isThere, 0), made.location_id ?? undefined)
  const without = stock.takeAll(sources, moment)
  const moved = sources.reduce((sum, [, pieces]) => sum + pieces, 0)
  return {
    recorded: [handOver(custody, made, now, sources[0]?.[0] ?? null)],
    stock: made.person_id === null ? without.put(made.location_id, moved, moment) : without,
  }
}

/** The event that the asset was issued or moved. `from` is the location that its pieces were taken from. */
export function handOver(
  { asset, timezone }: Pick<CustodyState, 'asset' | 'timezone'>,
  made: OpenAssignment,
  now: string,
  from: Place = null,
): Recorded {
  const isMove = made.person_id === null
  const reported = {
    circulation_type: made.person_id === null ? ('move' as const) : ('issue' as const),
    person_id: made.person_id,
    location_id: made.location_id,
    quantity: made.quantity,
    occurred_at: momentOf(made.start_date, now, timezone),
  }
  return {
    event: {
      ...reported,
      ...(isMove ? { from_location_id: from } : { location_id: from }),
      is_whole: isWhole(asset, reported),
      correlation_id: made.correlation_id,
      assignment_id: made.id,
    },
    patch: whereabouts(asset, reported),
  }
}

/** The event that the asset was returned. */
export function handBack(
  { asset }: Pick<CustodyState, 'asset'>,
  { id, person_id, quantity, correlation_id }: OpenAssignment,
  { occurred_at, notes }: { readonly occurred_at: string; readonly notes?: string | undefined },
): Recorded {
  const reported = {
    circulation_type: 'return' as const,
    person_id,
    location_id: null,
    quantity,
    occurred_at,
  }
  return {
    event: { ...reported, is_whole: isWhole(asset, reported), notes, correlation_id, assignment_id: id },
    patch: whereabouts(asset, reported),
  }
}
