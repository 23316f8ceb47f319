import { momentOf } from '../store/days.ts'
import { dayOf, isWhole, type OpenAssignment, whereabouts } from './circulation.rules.ts'
import type { CustodyState, Recorded } from './custody.rules.ts'
import { sourcesOf } from './stock.rules.ts'
import type { Place } from './stock-pieces.rules.ts'

/** Hands out the pieces of an assignment that has begun by its start date, unless the ledger already contains their issue. */
export function handOutIfBegun(custody: CustodyState, assignment: OpenAssignment, now: string): Recorded[] {
  const isAhead = assignment.start_date > dayOf(now, custody.timezone)
  return isAhead || custody.issued.has(assignment.id) ? [] : [handOut(custody, assignment, now)]
}

/** Takes the pieces of an assignment from their location in the stock, and returns the event that they were issued or moved. */
export function handOut(custody: CustodyState, made: OpenAssignment, now: string): Recorded {
  const { asset, open, stock, timezone } = custody
  if (asset.tracking_type === 'serialized') return handOver(custody, made, now)
  const moment = momentOf(made.start_date, now, timezone)
  const others = open.filter((one) => one.id !== made.id && one.location_id === made.location_id)
  const reserved = others.reduce((sum, one) => sum + one.quantity, 0)
  const isThere = made.person_id === null ? Math.max(stock.at(made.location_id) - reserved, 0) : 0
  const sources = sourcesOf(stock, Math.max(made.quantity - isThere, 0), made.location_id ?? undefined)
  for (const [place, pieces] of sources) stock.take(place, pieces, moment)
  if (made.person_id === null)
    stock.put(
      made.location_id,
      sources.reduce((sum, [, pieces]) => sum + pieces, 0),
      moment,
    )
  return handOver(custody, made, now, sources[0]?.[0] ?? null)
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
