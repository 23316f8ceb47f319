import type { FieldError } from '../base/problem.ts'
import { dayError, refuseErrors } from './education.rules.ts'
import type { Entry, Exit } from './school-enrollments.repository.ts'
import type { YearAtSchool } from './school-places.repository.ts'

/** Throws if the exit is before the entry. */
function assertExit(exit_date: string, { entry_date }: Pick<Entry, 'entry_date'>): void {
  refuseErrors(
    dayError('exit_date', exit_date, { from: entry_date }, `must not be before the entry, ${entry_date}`),
  )
}

/** Throws if a period begins before the previous one ended. */
export function assertEntry(entry_date: string, lastExit: string | null): void {
  refuseErrors(
    dayError('entry_date', entry_date, { from: lastExit }, `must not be before the last exit, ${lastExit}`),
  )
}

/** Throws if an entry is outside the school year, unless `late_entry` is true. */
export function assertEntryInYear(
  entry_date: string,
  { first_day, last_day }: Pick<YearAtSchool, 'first_day' | 'last_day'>,
  late_entry: boolean | undefined,
): void {
  if (late_entry) return
  refuseErrors(
    dayError(
      'entry_date',
      entry_date,
      { from: first_day, to: last_day },
      `must be within the school year, ${first_day} to ${last_day}; late_entry: true allows another day`,
    ),
  )
}

/** Throws if a transfer without a calendar has members of a new enrollment. */
export function assertNoEntry(named: {
  readonly entry_date: string | undefined
  readonly grade_level_id: string | null | undefined
}): void {
  refuseErrors(
    Object.entries(named)
      .filter(([, value]) => value != null)
      .map(
        ([field]): FieldError => ({
          field,
          code: 'must_be_null',
          message: 'is only for a new enrollment; send calendar_id as well to create one',
        }),
      ),
  )
}

/** Exit types that have a separate operation, and the status that it leads to. */
const ownOperations: Readonly<Record<string, { readonly status: string; readonly name: string }>> = {
  graduated: { status: 'graduated', name: 'graduate' },
  completed: { status: 'completed', name: 'complete' },
}

/** Throws if graduation or completion is recorded with another status: each has a separate operation. */
export function assertExitType(status: string, exit_type: Exit['exit_type'] | undefined): void {
  const own = exit_type ? ownOperations[exit_type] : undefined
  if (own === undefined || own.status === status) return
  refuseErrors([
    {
      field: 'exit_type',
      code: 'not_allowed_value',
      message: `cannot be ${exit_type} with the status ${status}; use POST /school-enrollments/{school_enrollment_id}/${own.name} instead`,
    },
  ])
}

interface Corrected extends Entry, Exit {
  readonly status: string
  readonly periods: readonly { readonly exit_date: string | null }[]
}

/** Requires no exit of an open period, an exit of an ended one, and all periods in order. */
export function assertCorrected(after: Corrected): void {
  const { status, exit_date, exit_type, exit_reason, periods } = after
  if (status === 'enrolled') {
    const errors = Object.entries({ exit_date, exit_type, exit_reason })
      .filter(([, value]) => value !== null)
      .map(
        ([field]): FieldError => ({ field, code: 'must_be_null', message: 'the enrollment has not ended' }),
      )
    refuseErrors(errors)
  } else if (exit_date === null) {
    refuseErrors([
      {
        field: 'exit_date',
        code: 'not_allowed_value',
        message:
          'the enrollment has ended, so it has a last day; send that day, or use POST /school-enrollments/{school_enrollment_id}/reenroll to open it again',
      },
    ])
  } else assertExit(exit_date, after)
  assertEntry(after.entry_date, periods.at(-2)?.exit_date ?? null)
}
