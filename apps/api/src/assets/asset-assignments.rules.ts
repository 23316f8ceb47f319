import type { AssetAssignmentUpdate, TrackingType } from '@commonhold/contract'
import { type FieldError, invalid, problem } from '../base/problem.ts'
import type { Change } from '../store/audit.ts'
import { quantityMustBeOne } from './assets.rules.ts'

/** The members of an assignment that the rules check. */
export interface AssignmentMembers {
  readonly person_id: string | null
  readonly location_id: string | null
  readonly quantity: number
  readonly start_date: string
  readonly end_date: string | null
  readonly expected_return_date: string | null
  readonly end_reason?: string | null | undefined
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Requires exactly one holder, a quantity of 1 for a serialized asset, and days in order. Throws all errors together. */
export function assertAssignment(tracking: TrackingType, members: AssignmentMembers, today: string): void {
  const errors: FieldError[] = [...dayErrors(members, today)]
  if ((members.person_id === null) === (members.location_id === null))
    errors.push({
      field: members.person_id === null ? 'person_id' : 'location_id',
      code: 'exactly_one_of',
      message: 'send exactly one of person_id and location_id',
    })
  if (members.end_reason && members.end_date === null)
    errors.push({
      field: 'end_reason',
      code: 'must_be_null',
      message: 'end_reason needs end_date',
    })
  if (tracking === 'serialized' && members.quantity !== 1) errors.push(quantityMustBeOne())
  if (errors.length > 0) throw invalid(...errors)
}

/** Requires days in order. An end may be one day after the tenant's today, because it is already tomorrow in some time zones. */
export function assertDays(members: AssignmentMembers, today: string): void {
  const errors = dayErrors(members, today)
  if (errors.length > 0) throw invalid(...errors)
}

function dayErrors(members: AssignmentMembers, today: string): FieldError[] {
  const { start_date, end_date, expected_return_date } = members
  const errors: FieldError[] = []
  if (end_date !== null && end_date < start_date)
    errors.push({ field: 'end_date', code: 'out_of_range', message: 'must not be before start_date' })
  else if (end_date !== null && end_date > start_date && end_date > dayAfter(today))
    errors.push({
      field: 'end_date',
      code: 'out_of_range',
      message: 'must not be in the future; use expected_return_date for a planned return',
    })
  if (expected_return_date !== null && expected_return_date < start_date)
    errors.push({
      field: 'expected_return_date',
      code: 'out_of_range',
      message: 'must not be before start_date',
    })
  return errors
}

/** True if an open assignment begins on a later day than today. */
export const isScheduled = (
  { start_date, closed_at }: Pick<AssignmentMembers, 'start_date'> & { readonly closed_at: string | null },
  today: string,
): boolean => closed_at === null && start_date > today

type OfAsset = Pick<AssignmentMembers, 'person_id' | 'location_id' | 'start_date'> & {
  readonly id: string
  readonly closed_at: string | null
}

/**
 * The members of an entry in an asset's history that describe a scheduled assignment, and the members of the assignment that they
 * show.
 */
export const scheduledMembers = {
  scheduled_person_id: 'person_id',
  scheduled_location_id: 'location_id',
  scheduled_start_date: 'start_date',
} as const

/** The changes of scheduled assignments between two states. An assignment that has begun meanwhile is not a change. */
export function scheduledChanges(
  before: readonly OfAsset[],
  after: readonly OfAsset[],
  today: string,
): Change[] {
  const isLater = (one: OfAsset) => isScheduled(one, today)
  const former = before.filter(isLater).map((one) => [one, after.find(({ id }) => id === one.id)] as const)
  const made = after.filter((one) => isLater(one) && before.every(({ id }) => id !== one.id))
  return [
    ...former.filter(([, now]) => !now || isLater(now)),
    ...made.map((one) => [undefined, one] as const),
  ].flatMap(([from, to]) =>
    Object.entries(scheduledMembers)
      .map(([field, member]) => ({ field, from: from?.[member] ?? null, to: to?.[member] ?? null }))
      .filter((change) => change.from !== change.to),
  )
}

/** The error of a second assignment of a serialized asset. The advice depends on whether the first one has begun. */
export const alreadyAssigned = (current: OfAsset, today: string) =>
  problem(
    'asset_already_assigned',
    { current_assignment_id: current.id },
    isScheduled(current, today)
      ? `The asset is assigned from ${current.start_date} on. Cancel that assignment with DELETE /assignments/{assignment_id}, or send transfer: true.`
      : 'The asset is assigned already. Close that assignment with POST /assignments/{assignment_id}/close, or send transfer: true.',
  )

/** The error of closing an assignment that has not begun. */
export const refusedWhileScheduled = () =>
  problem(
    'invalid_transition',
    { current_state: 'scheduled', allowed_operations: ['delete'] },
    'The assignment has not begun. Cancel it with DELETE /assignments/{assignment_id}.',
  )

/** The error of deleting an assignment that has begun. */
export const refusedOnceBegun = ({ closed_at }: { readonly closed_at: string | null }) =>
  closed_at === null
    ? problem(
        'invalid_transition',
        { current_state: 'active', allowed_operations: ['close'] },
        'The assignment has begun. Close it with POST /assignments/{assignment_id}/close.',
      )
    : problem(
        'invalid_transition',
        { current_state: 'closed', allowed_operations: [] },
        'The assignment is closed and cannot be deleted.',
      )

const fixed = ['asset_id', 'person_id', 'location_id', 'quantity'] as const

type Stored = AssignmentMembers & { readonly asset_id: string; readonly closed_at: string | null }

/** Throws if the body changes the asset, the holder or the quantity of an assignment, or opens a closed one again. */
export function assertChangeable(before: Stored, body: AssetAssignmentUpdate): void {
  const errors: FieldError[] = fixed
    .filter((field) => body[field] !== undefined && body[field] !== before[field])
    .map((field) => ({
      field,
      code: 'read_only',
      message: 'cannot be changed; close the assignment and create another one',
    }))
  if (body.end_date === null && before.closed_at !== null)
    errors.push({
      field: 'end_date',
      code: 'required',
      message:
        'the assignment is closed and cannot be opened again; send its last day, or assign the asset again with POST /asset-assignments',
    })
  if (errors.length > 0) throw invalid(...errors)
}
