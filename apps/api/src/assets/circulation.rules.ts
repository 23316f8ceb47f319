import type { AssetCirculationCreate, TrackingType } from '@commonhold/contract'
import { type FieldError, invalid, problem } from '../base/problem.ts'
import { dayIn } from '../store/days.ts'

/** The members of an open assignment that circulations need. */
export interface OpenAssignment {
  readonly id: string
  readonly person_id: string | null
  readonly location_id: string | null
  readonly quantity: number
  readonly start_date: string
  readonly correlation_id: string
}

/** The members of the asset that circulations need. */
export interface CirculatedAsset {
  readonly tracking_type: TrackingType
  readonly status: string
  readonly quantity: number
  readonly available_quantity: number
  readonly location_id: string | null
  readonly holder_id: string | null
  readonly located_at: string | null
  readonly held_at: string | null
  readonly last_confirmed_at: string | null
  readonly lost_at: string | null
  readonly stolen_at: string | null
}

/** A reported event, with its time. */
export type Reported = Pick<AssetCirculationCreate, 'circulation_type' | 'quantity'> & {
  readonly person_id: string | null
  readonly location_id: string | null
  readonly occurred_at: string
}

/** The effect of a circulation on the assignments of its asset. */
export interface Handling {
  readonly quantity: number
  /** Assignments that end, and why. */
  readonly ends: readonly {
    readonly assignment: OpenAssignment
    readonly reason: 'returned' | 'transferred'
  }[]
  /** An assignment that remains open, with another quantity or an earlier start. */
  readonly keeps?: { readonly assignment: OpenAssignment; readonly patch: Record<string, unknown> }
  /** The person who gets a new assignment. */
  readonly opensFor?: string
}

/** The day of a moment in the tenant's time zone. */
export const dayOf = (moment: string, timezone: string) => dayIn(timezone, new Date(moment))

/** Which members a type of circulation requires, and which it does not allow. Throws all errors at once. */
export function assertReported(tracking: TrackingType, body: AssetCirculationCreate): void {
  const { circulation_type: type, person_id, location_id, from_location_id, quantity } = body
  const isOfPerson = type === 'issue' || type === 'return'
  const errors: FieldError[] = []
  if (type === 'issue' && !person_id)
    errors.push({ field: 'person_id', code: 'required', message: 'issue names the person who gets it' })
  if (!isOfPerson && person_id)
    errors.push({ field: 'person_id', code: 'must_be_null', message: `${type} has no person` })
  if (!isOfPerson && !location_id)
    errors.push({ field: 'location_id', code: 'required', message: `${type} names a location` })
  if (from_location_id && type !== 'move' && type !== 'issue')
    errors.push({
      field: 'from_location_id',
      code: 'must_be_null',
      message: `${type} takes nothing from a location`,
    })
  if (tracking === 'countable' && type === 'receive' && quantity === undefined)
    errors.push({
      field: 'quantity',
      code: 'required',
      message: 'send how many units come in; `move` is for units that are there already',
    })
  if (tracking === 'countable' && quantity === 0 && type !== 'confirm_location')
    errors.push({ field: 'quantity', code: 'out_of_range', message: 'must be at least 1' })
  if (tracking === 'serialized' && quantity !== undefined && quantity !== 1)
    errors.push({
      field: 'quantity',
      code: 'quantity_must_be_one',
      message: 'the quantity of a serialized asset is 1',
    })
  if (errors.length > 0) throw invalid(...errors)
}

/** Rejects a quantity above that of the asset. */
export function assertPieces({ quantity }: Pick<CirculatedAsset, 'quantity'>, pieces: number): void {
  if (pieces > quantity)
    throw problem(
      'insufficient_quantity',
      { quantity },
      `Units of the asset: ${quantity}. Name at most that many.`,
    )
}

/** The error of a move to the location where the asset is already. */
export const alreadyThere = () =>
  invalid({
    field: 'location_id',
    code: 'not_allowed_value',
    message:
      'the asset is at this location already; choose another location, or use confirm_location to record that it was seen there',
  })

/** Rejects a move of a single piece to its own location, unless a person has it. */
export function assertMoved(
  asset: CirculatedAsset,
  { circulation_type, location_id, occurred_at }: Reported,
): void {
  if (asset.tracking_type === 'countable' || circulation_type !== 'move' || asset.holder_id !== null) return
  if (location_id === asset.location_id && !isBefore(occurred_at, asset.located_at)) throw alreadyThere()
}

/** True when it concerns all pieces, so that its location becomes the asset's. */
export const isWhole = (asset: CirculatedAsset, { circulation_type, quantity }: Reported): boolean =>
  asset.tracking_type === 'serialized' ||
  (circulation_type !== 'issue' &&
    circulation_type !== 'return' &&
    (quantity === undefined || quantity >= asset.quantity))

const isBefore = (moment: string, other: string | null) =>
  other !== null && Date.parse(moment) < Date.parse(other)

/**
 * The latest event determines who has a single piece; pieces of a stock are added up, in whatever order events are
 * recorded.
 */
const isLate = ({ tracking_type, held_at }: CirculatedAsset, occurred_at: string) =>
  tracking_type === 'serialized' && isBefore(occurred_at, held_at)

/** The other facts that decide the effect of a circulation. */
interface Circumstances {
  readonly isForced: boolean
  /** Assignments whose pieces were handed out. */
  readonly given: ReadonlySet<string>
  /** The day on which it happened. */
  readonly day: string
}

/**
 * The effect of the circulation on assignments; one that is older than the latest issue or return has none. The pieces of
 * the assignments in `given` were handed out.
 */
export function handling(
  asset: CirculatedAsset,
  open: readonly OpenAssignment[],
  reported: Reported,
  circumstances: Circumstances,
): Handling {
  const { circulation_type: type, occurred_at } = reported
  if (type === 'issue' && !isLate(asset, occurred_at)) return issuing(asset, open, reported, circumstances)
  if (type === 'return' && !isLate(asset, occurred_at)) return returning(asset, open, reported, circumstances)
  const isOfAll = type !== 'issue' && type !== 'return'
  return { quantity: reported.quantity ?? (isOfAll ? asset.quantity : 1), ends: [] }
}

function issuing(
  asset: CirculatedAsset,
  open: readonly OpenAssignment[],
  { person_id, quantity = 1 }: Reported,
  { given, day }: Circumstances,
): Handling {
  const own = open.find((one) => one.person_id === person_id)
  const isAhead = own !== undefined && own.start_date > day
  const held = own === undefined ? 0 : own.quantity
  // An issue first hands out the pieces of assignments that were not handed out yet.
  const isBegun = isAhead && !given.has(own.id)
  const total = isBegun || asset.tracking_type === 'serialized' ? quantity : held + quantity
  if (asset.tracking_type === 'countable' && total - held > asset.available_quantity)
    throw problem('insufficient_quantity', { available_quantity: asset.available_quantity })
  if (own) {
    const patch = { ...(isAhead ? { start_date: day } : {}), quantity: total }
    return { quantity, ends: [], keeps: { assignment: own, patch } }
  }
  const others = asset.tracking_type === 'serialized' ? open : []
  return {
    quantity,
    ends: others.map((assignment) => ({ assignment, reason: 'transferred' as const })),
    ...(person_id ? { opensFor: person_id } : {}),
  }
}

function returning(
  asset: CirculatedAsset,
  open: readonly OpenAssignment[],
  { person_id, quantity }: Reported,
  { isForced, day }: Circumstances,
): Handling {
  const out = open.filter((one) => one.person_id !== null && one.start_date <= day)
  if (person_id && !isForced) assertHolder(person_id, out)
  // There is one piece, so it is back whoever returns it.
  const isSerialized = asset.tracking_type === 'serialized'
  if (!isSerialized && asset.status === 'active' && out.length === 0 && !isForced) throw nobodyHolds()
  const theirs = isSerialized || !person_id ? out : out.filter((one) => one.person_id === person_id)
  if (new Set(theirs.map((one) => one.person_id)).size > 1)
    throw invalid({
      field: 'person_id',
      code: 'required',
      message: 'several persons have units of the asset; send the person_id of the one who returns some',
    })
  const all = theirs.reduce((sum, one) => sum + one.quantity, 0)
  const returned = quantity ?? Math.max(all, 1)
  if (all > 0 && returned > all)
    throw problem(
      'insufficient_quantity',
      { assigned_quantity: all },
      `Units that the person has: ${all}. Return at most that many.`,
    )
  return { quantity: returned, ...takenBack(theirs, all === 0 ? 0 : returned) }
}

/** The error of a return when no person has pieces of the stock. */
const nobodyHolds = () =>
  problem(
    'wrong_holder',
    { holder_ids: [] },
    'Nobody has units of the asset. Record units that come in with receive, or send force: true to record the return all the same.',
  )

/**
 * Only a person who is recorded as the holder can return pieces; when there is no holder, any person may return a single
 * piece.
 */
function assertHolder(person_id: string, out: readonly OpenAssignment[]): void {
  const holders = [...new Set(out.map((one) => one.person_id))]
  if (holders.length === 0 || holders.includes(person_id)) return
  throw problem('wrong_holder', { holder_ids: holders })
}

/** Returns pieces of the oldest assignments first; the last of them may remain open with a smaller quantity. */
function takenBack(theirs: readonly OpenAssignment[], returned: number): Omit<Handling, 'quantity'> {
  const ends: { assignment: OpenAssignment; reason: 'returned' }[] = []
  let left = returned
  for (const assignment of theirs) {
    if (left === 0) break
    if (left < assignment.quantity)
      return { ends, keeps: { assignment, patch: { quantity: assignment.quantity - left } } }
    ends.push({ assignment, reason: 'returned' })
    left -= assignment.quantity
  }
  return { ends }
}

const finding: ReadonlySet<string> = new Set(['return', 'receive', 'confirm_location'])

/** True when it states where the whole asset is, and no later event states otherwise. */
const statesLocation = (asset: CirculatedAsset, reported: Reported): boolean =>
  asset.tracking_type === 'serialized' &&
  reported.location_id !== null &&
  isWhole(asset, reported) &&
  !isBefore(reported.occurred_at, asset.located_at)

/** Whether it records that a missing asset was found. */
export const isFinding = (asset: CirculatedAsset, { circulation_type, occurred_at }: Reported): boolean =>
  finding.has(circulation_type) &&
  ((asset.status === 'lost' && !isBefore(occurred_at, asset.lost_at)) ||
    (asset.status === 'stolen' && !isBefore(occurred_at, asset.stolen_at)))

/** Location of the asset after the circulation, and whether it was found. */
export function whereabouts(asset: CirculatedAsset, reported: Reported): Record<string, unknown> {
  const { circulation_type: type, location_id, occurred_at } = reported
  const missing = { lost: 'lost_at', stolen: 'stolen_at' } as const
  const stamp = asset.status === 'lost' || asset.status === 'stolen' ? missing[asset.status] : undefined
  return {
    ...(statesLocation(asset, reported) ? { location_id, located_at: occurred_at } : {}),
    ...(type === 'confirm_location' && !isBefore(occurred_at, asset.last_confirmed_at)
      ? { last_confirmed_at: occurred_at }
      : {}),
    ...((type === 'issue' || type === 'return') && !isBefore(occurred_at, asset.held_at)
      ? { held_at: occurred_at }
      : {}),
    ...(stamp && isFinding(asset, reported)
      ? { status: 'active', status_reason: null, [stamp]: null, restored_at: occurred_at }
      : {}),
  }
}

/** True when the asset was confirmed at another location than the recorded one, so that the location is corrected. */
export const isDiscrepant = (asset: CirculatedAsset, reported: Reported): boolean =>
  reported.circulation_type === 'confirm_location' &&
  asset.location_id !== null &&
  asset.location_id !== reported.location_id &&
  statesLocation(asset, reported)
