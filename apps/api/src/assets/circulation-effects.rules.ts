import { invalid, problem } from '../base/problem.ts'
import {
  type AssignmentEffect,
  type CirculatedAsset,
  isBefore,
  type OpenAssignment,
  type Reported,
} from './asset-circulations.rules.ts'

/**
 * True if a later event already determines who has a serialized asset. Pieces of a stock are added up, in whatever order events
 * are recorded.
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
 * The effect of a circulation on assignments. For a serialized asset, an issue or return that is older than the latest one has
 * none.
 */
export function effectOnAssignments(
  asset: CirculatedAsset,
  open: readonly OpenAssignment[],
  reported: Reported,
  circumstances: Circumstances,
): AssignmentEffect {
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
): AssignmentEffect {
  const own = open.find((one) => one.person_id === person_id)
  const isAhead = own !== undefined && own.start_date > day
  const present = own === undefined ? 0 : own.quantity
  // An issue first hands out the pieces of assignments that were not handed out yet.
  const isBegun = isAhead && !given.has(own.id)
  const total = isBegun || asset.tracking_type === 'serialized' ? quantity : present + quantity
  if (asset.tracking_type === 'countable' && total - present > asset.available_quantity)
    throw problem('insufficient_quantity', { available_quantity: asset.available_quantity })
  if (own) {
    const patch = { ...(isAhead ? { start_date: day } : {}), quantity: total }
    return { quantity, ends: [], updated: { assignment: own, patch } }
  }
  const others = asset.tracking_type === 'serialized' ? open : []
  return {
    quantity,
    ends: others.map((assignment) => ({ assignment, reason: 'transferred' as const })),
    ...(person_id ? { assignedTo: person_id } : {}),
  }
}

function returning(
  asset: CirculatedAsset,
  open: readonly OpenAssignment[],
  { person_id, quantity }: Reported,
  { isForced, day }: Circumstances,
): AssignmentEffect {
  const out = open.filter((one) => one.person_id !== null && one.start_date <= day)
  if (person_id && !isForced) assertHolder(person_id, out)
  // There is only one piece, so it is back, whoever returns it.
  const isSerialized = asset.tracking_type === 'serialized'
  if (!isSerialized && asset.status === 'active' && out.length === 0 && !isForced) throw nobodyHolds()
  const theirs = isSerialized || !person_id ? out : out.filter((one) => one.person_id === person_id)
  if (new Set(theirs.map((one) => one.person_id)).size > 1)
    throw invalid({
      field: 'person_id',
      code: 'required',
      message: 'several persons have pieces of the asset; send the person_id of the one who returns some',
    })
  const all = theirs.reduce((sum, one) => sum + one.quantity, 0)
  const returned = quantity ?? Math.max(all, 1)
  if (all > 0 && returned > all)
    throw problem(
      'insufficient_quantity',
      { assigned_quantity: all },
      `Pieces that the person has: ${all}. Return at most that many.`,
    )
  return { quantity: returned, ...returnPieces(theirs, all === 0 ? 0 : returned) }
}

/** The error of a return when no person has pieces of the stock. */
const nobodyHolds = () =>
  problem(
    'wrong_holder',
    { holder_ids: [] },
    'No person has pieces of the asset. Record new pieces with receive, or send force: true to record the return anyway.',
  )

/** Only a person who has pieces can return them. If nobody has any, any person may return a serialized asset. */
function assertHolder(person_id: string, out: readonly OpenAssignment[]): void {
  const holders = [...new Set(out.map((one) => one.person_id))]
  if (holders.length === 0 || holders.includes(person_id)) return
  throw problem('wrong_holder', { holder_ids: holders })
}

/** Returns pieces of the oldest assignments first; the last of them may remain open with a smaller quantity. */
function returnPieces(
  theirs: readonly OpenAssignment[],
  returned: number,
): Omit<AssignmentEffect, 'quantity'> {
  const ends: { assignment: OpenAssignment; reason: 'returned' }[] = []
  let left = returned
  for (const assignment of theirs) {
    if (left === 0) break
    if (left < assignment.quantity)
      return { ends, updated: { assignment, patch: { quantity: assignment.quantity - left } } }
    ends.push({ assignment, reason: 'returned' })
    left -= assignment.quantity
  }
  return { ends }
}
