import type { Fault } from '../kernel/problem.ts'
import { dayFault, refuseFaults } from './education.rules.ts'
import type { Entry, Exit } from './school-enrollments.repository.ts'

/** Nobody leaves before coming. */
export function assertExit(exit_date: string, { entry_date }: Pick<Entry, 'entry_date'>): void {
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

/** A transfer that names no calendar begins nothing. */
export function assertNoEntry(entry_date: string | undefined): void {
  if (entry_date === undefined) return
  refuseFaults([
    {
      field: 'entry_date',
      code: 'must_be_null',
      message: 'nobody is enrolled elsewhere unless calendar_id names where',
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
