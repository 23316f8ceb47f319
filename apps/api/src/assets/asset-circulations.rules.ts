import type { AssetCirculationCreate, TrackingType } from '@commonhold/contract'
import { type FieldError, invalid, problem } from '../base/problem.ts'
import { dayIn } from '../store/days.ts'
import { quantityMustBeOne } from './assets.rules.ts'

/** The members of an open assignment that circulations need. */
export interface OpenAssignment {
  readonly id: string
  readonly person_id: string | null
  readonly location_id: string | null
  readonly quantity: number
  readonly start_date: string
  readonly end_date: string | null
  readonly expected_return_date: string | null
  readonly closed_at: string | null
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
export interface AssignmentEffect {
  readonly quantity: number
  /** Assignments that end, and why. */
  readonly ends: readonly {
    readonly assignment: OpenAssignment
    readonly reason: 'returned' | 'transferred'
  }[]
  /** An assignment that remains open, with another quantity or an earlier start. */
  readonly updated?: { readonly assignment: OpenAssignment; readonly patch: Record<string, unknown> }
  /** The person who gets a new assignment. */
  readonly assignedTo?: string
}

/** The date of an instant in a time zone. */
export const dayOf = (moment: string, timezone: string) => dayIn(timezone, new Date(moment))

/** Requires and rejects members by the type of the circulation. Throws all errors together. */
export function assertReported(tracking: TrackingType, body: AssetCirculationCreate): void {
  const { circulation_type: type, person_id, location_id, from_location_id, quantity } = body
  const isOfPerson = type === 'issue' || type === 'return'
  const errors: FieldError[] = []
  if (type === 'issue' && !person_id)
    errors.push({
      field: 'person_id',
      code: 'required',
      message: 'issue needs the person who gets the asset',
    })
  if (!isOfPerson && person_id)
    errors.push({ field: 'person_id', code: 'must_be_null', message: `must be null for ${type}` })
  if (!isOfPerson && !location_id)
    errors.push({ field: 'location_id', code: 'required', message: `${type} needs a location` })
  if (from_location_id && type !== 'move' && type !== 'issue')
    errors.push({
      field: 'from_location_id',
      code: 'must_be_null',
      message: `must be null for ${type}`,
    })
  if (tracking === 'countable' && type === 'receive' && quantity === undefined)
    errors.push({
      field: 'quantity',
      code: 'required',
      message: 'send the number of new pieces; use `move` for pieces that are already in stock',
    })
  if (tracking === 'countable' && quantity === 0 && type !== 'confirm_location')
    errors.push({ field: 'quantity', code: 'out_of_range', message: 'must be at least 1' })
  if (tracking === 'serialized' && quantity !== undefined && quantity !== 1) errors.push(quantityMustBeOne())
  if (errors.length > 0) throw invalid(...errors)
}

/** Rejects a quantity above that of the asset. */
export function assertPieces({ quantity }: Pick<CirculatedAsset, 'quantity'>, pieces: number): void {
  if (pieces > quantity)
    throw problem(
      'insufficient_quantity',
      { quantity },
      `Pieces of the asset: ${quantity}. Send at most that many.`,
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

/** Rejects a move of a serialized asset to the location where it is already, unless a person has it. */
export function assertMoved(
  asset: CirculatedAsset,
  { circulation_type, location_id, occurred_at }: Reported,
): void {
  if (asset.tracking_type === 'countable' || circulation_type !== 'move' || asset.holder_id !== null) return
  if (location_id === asset.location_id && !isBefore(occurred_at, asset.located_at)) throw alreadyThere()
}

/** True if the circulation concerns all pieces; then its location becomes the location of the asset. */
export const isWhole = (asset: CirculatedAsset, { circulation_type, quantity }: Reported): boolean =>
  asset.tracking_type === 'serialized' ||
  (circulation_type !== 'issue' &&
    circulation_type !== 'return' &&
    (quantity === undefined || quantity >= asset.quantity))

/** True if a time is before another one; false if there is no other one. */
export const isBefore = (moment: string, other: string | null) =>
  other !== null && Date.parse(moment) < Date.parse(other)

const finding: ReadonlySet<string> = new Set(['return', 'receive', 'confirm_location'])

/** True if the event states the location of a serialized asset, and no later event has stated another one. */
const statesLocation = (asset: CirculatedAsset, reported: Reported): boolean =>
  asset.tracking_type === 'serialized' &&
  reported.location_id !== null &&
  isWhole(asset, reported) &&
  !isBefore(reported.occurred_at, asset.located_at)

/** True if the event records that a missing asset was found. */
export const isFinding = (asset: CirculatedAsset, { circulation_type, occurred_at }: Reported): boolean =>
  finding.has(circulation_type) &&
  ((asset.status === 'lost' && !isBefore(occurred_at, asset.lost_at)) ||
    (asset.status === 'stolen' && !isBefore(occurred_at, asset.stolen_at)))

/** The members of the asset that the circulation changes: its location, the times of events, and its status if it was found. */
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

/** True if a serialized asset was confirmed at another location than the recorded one, so that the location is corrected. */
export const isDiscrepant = (asset: CirculatedAsset, reported: Reported): boolean =>
  reported.circulation_type === 'confirm_location' &&
  asset.location_id !== null &&
  asset.location_id !== reported.location_id &&
  statesLocation(asset, reported)
