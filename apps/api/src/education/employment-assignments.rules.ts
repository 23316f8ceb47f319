import type { EmploymentAssignment } from '@commonhold/contract'
import { type FieldError, invalid } from '../base/problem.ts'
import { dayError, refuseErrors } from './education.rules.ts'

/** Requires a start of an active assignment, an end of an ended one, and an end that is not before the start. */
export function assertDays({
  status,
  start_date,
  end_date,
}: Pick<EmploymentAssignment, 'status' | 'start_date' | 'end_date'>): void {
  const missing = (field: string, message: string): FieldError[] => [{ field, code: 'required', message }]
  refuseErrors([
    ...(status === 'active' && start_date === null
      ? missing('start_date', 'the assignment is active, so it has a first day; send it')
      : []),
    ...(status === 'ended' && end_date === null
      ? missing(
          'end_date',
          'the assignment has ended, so it has a last day; send that day, or use POST /school-employment-assignments/{assignment_id}/reactivate to open it again',
        )
      : []),
    ...(end_date === null
      ? []
      : dayError('end_date', end_date, { from: start_date }, `must not be before the start, ${start_date}`)),
  ])
}

/** Throws if the type of a new assignment is inactive. */
export function assertTypeInUse({ is_active }: { readonly is_active: boolean }): void {
  if (is_active) return
  throw invalid({
    field: 'assignment_type_id',
    code: 'reference_archived',
    message: 'the type of assignment is not active',
  })
}
