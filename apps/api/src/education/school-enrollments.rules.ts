import type { Fault } from '../kernel/problem.ts'
import { dayFault, refuseFaults } from './education.rules.ts'
import type { Entry, Exit } from './school-enrollments.repository.ts'
import type { YearAtSchool } from './school-places.repository.ts'

/** Nobody leaves before coming. */
function assertExit(exit_date: string, { entry_date }: Pick<Entry, 'entry_date'>): void {
  refuseFaults(
    dayFault('exit_date', exit_date, { from: entry_date }, `must not lie before the entry, ${entry_date}`),
  )
}

/** A new period begins no earlier than the one before ended. */
export function assertEntry(entry_date: string, lastExit: string | null): void {
  refuseFaults(
    dayFault('entry_date', entry_date, { from: lastExit }, `must not lie before the last exit, ${lastExit}`),
  )
}

/** An entry lies within the school year, unless the request allows another day. */
export function assertEntryInYear(
  entry_date: string,
  { first_day, last_day }: Pick<YearAtSchool, 'first_day' | 'last_day'>,
  late_entry: boolean | undefined,
): void {
  if (late_entry) return
  refuseFaults(
    dayFault(
      'entry_date',
      entry_date,
      { from: first_day, to: last_day },
      `must lie within the school year, ${first_day} to ${last_day}; late_entry: true allows another day`,
    ),
  )
}

/** A transfer that names no calendar begins nothing. */
export function assertNoEntry(named: {
  readonly entry_date: string | undefined
  readonly grade_level_id: string | null | undefined
}): void {
  refuseFaults(
    Object.entries(named)
      .filter(([, value]) => value != null)
      .map(
        ([field]): Fault => ({
          field,
          code: 'must_be_null',
          message: 'nobody is enrolled elsewhere unless calendar_id names where',
        }),
      ),
  )
}

/** The exit type `graduated` is for those who graduated. */
export function assertExitType(status: string, exit_type: Exit['exit_type'] | undefined): void {
  if (exit_type !== 'graduated' || status === 'graduated') return
  refuseFaults([
    {
      field: 'exit_type',
      code: 'not_allowed_value',
      message: 'is for graduation alone; use POST /school-enrollments/{school_enrollment_id}/graduate',
    },
  ])
}

interface Corrected extends Entry, Exit {
  readonly status: string
  readonly periods: readonly { readonly exit_date: string | null }[]
}

/** Corrections leave an open period without an exit, an ended one with one, and all periods in their order. */
export function assertCorrected(after: Corrected): void {
  const { status, exit_date, exit_type, exit_reason, periods } = after
  if (status === 'enrolled') {
    const faults = Object.entries({ exit_date, exit_type, exit_reason })
      .filter(([, value]) => value !== null)
      .map(([field]): Fault => ({ field, code: 'must_be_null', message: 'the enrollment has not ended' }))
    refuseFaults(faults)
  } else if (exit_date === null) {
    refuseFaults([
      {
        field: 'exit_date',
        code: 'not_allowed_value',
        message: 'an enrollment that has ended has a last day',
      },
    ])
  } else assertExit(exit_date, after)
  assertEntry(after.entry_date, periods.at(-2)?.exit_date ?? null)
}
