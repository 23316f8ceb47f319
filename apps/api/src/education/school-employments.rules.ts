import type { FieldError } from '../base/problem.ts'
import { dayError, refuseErrors } from './education.rules.ts'
import type { SchoolEmploymentRow } from './school-employments.store.ts'

/** Throws if a separation is before the hire. */
function assertEnd(end_date: string, hire_date: string | null): void {
  refuseErrors(
    dayError('end_date', end_date, { from: hire_date }, `must not be before the hire, ${hire_date}`),
  )
}

/** Throws if a period begins before the previous one ended. */
function assertHire(hire_date: string, lastEnd: string | null): void {
  refuseErrors(
    dayError('hire_date', hire_date, { from: lastEnd }, `must not be before the last end, ${lastEnd}`),
  )
}

/** Throws if a correction adds or removes a hire or a separation, or puts periods out of order. */
export function assertTermCorrected(before: SchoolEmploymentRow, after: SchoolEmploymentRow): void {
  const { hire_date, end_date, separation_type, separation_reason } = after
  const hasEnded = before.end_date !== null
  const errors: FieldError[] = []
  const mustBeNull = (members: object, message: string) => {
    for (const [field, value] of Object.entries(members))
      if (value !== null) errors.push({ field, code: 'must_be_null', message })
  }
  if (before.hire_date === null) mustBeNull({ hire_date }, 'the person has not been hired yet')
  else if (hire_date === null)
    errors.push({
      field: 'hire_date',
      code: 'not_allowed_value',
      message: 'is required, because the person is hired',
    })
  if (!hasEnded) mustBeNull({ end_date, separation_type, separation_reason }, 'the employment has not ended')
  else if (end_date === null)
    errors.push({
      field: 'end_date',
      code: 'not_allowed_value',
      message:
        'the employment has ended, so it has a last day; send that day, or use POST /school-employments/{school_employment_id}/reactivate to open it again',
    })
  refuseErrors(errors)
  if (hire_date !== null) assertHire(hire_date, before.periods.at(-2)?.end_date ?? null)
  if (end_date !== null) assertEnd(end_date, hire_date)
}
