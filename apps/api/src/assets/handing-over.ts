import type { WriteContext } from '../store/context.ts'
import { momentOf } from '../store/days.ts'
import type { AssignmentRow } from './asset-assignments.repository.ts'
import { hasCirculation } from './asset-circulations.repository.ts'
import { dayOf, isWhole, whereabouts } from './circulation.rules.ts'
import { type AssetRow, type Custody, record } from './custody.ts'
import { sourcesOf } from './stock.rules.ts'
import type { Place } from './stock.ts'

/** Hands out the pieces of an assignment that began by its start date, unless the ledger has recorded that. */
export async function handOutIfBegun(
  context: WriteContext,
  custody: Custody,
  assignment: AssignmentRow,
  now: string,
): Promise<Record<string, unknown>> {
  if (
    assignment.start_date > dayOf(now, custody.timezone) ||
    (await hasCirculation(context.tx, assignment.id))
  )
    return {}
  return handOut(context, custody, assignment, now)
}

/** Takes the pieces of an assignment from their location, and records that they were issued or moved. */
export async function handOut(context: WriteContext, custody: Custody, made: AssignmentRow, now: string) {
  const { asset, open, stock, timezone } = custody
  if (asset.tracking_type === 'serialized') return recordHandOver(context, custody, made, now)
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
  return recordHandOver(context, custody, made, now, sources[0]?.[0] ?? null)
}

/** Records that the asset was issued or moved from a location; returns its location and holder afterwards. */
export async function recordHandOver(
  context: WriteContext,
  { asset, timezone }: Pick<Custody, 'asset' | 'timezone'>,
  made: AssignmentRow,
  now: string,
  from: Place = null,
) {
  const isMove = made.person_id === null
  const reported = {
    circulation_type: made.person_id === null ? ('move' as const) : ('issue' as const),
    person_id: made.person_id,
    location_id: made.location_id,
    quantity: made.quantity,
    occurred_at: momentOf(made.start_date, now, timezone),
  }
  await record(context, asset, {
    ...reported,
    ...(isMove ? { from_location_id: from } : { location_id: from }),
    is_whole: isWhole(asset, reported),
    correlation_id: made.correlation_id,
    assignment_id: made.id,
  })
  return whereabouts(asset, reported)
}

/** Records that the asset was returned; returns its location and holder afterwards. */
export async function recordReturn(
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
