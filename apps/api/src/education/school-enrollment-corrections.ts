import type { WriteContext } from '../kernel/context.ts'
import { assertNoDayAhead, noonOf, todayIn } from '../kernel/days.ts'
import { laterOf } from './effective-days.ts'
import { assertEntryInYear, assertExitType } from './school-enrollments.rules.ts'
import type { SchoolEnrollmentRow } from './school-enrollments.store.ts'
import { readYear } from './school-places.repository.ts'

const stamps: Readonly<Record<string, string>> = {
  withdrawn: 'withdrawn_at',
  graduated: 'graduated_at',
  transferred: 'transferred_at',
  completed: 'completed_at',
}

/** Checks the days of a correction, and returns the moment of the exit where its day is another now. */
export async function correctedMoments(
  context: WriteContext,
  before: SchoolEnrollmentRow,
  after: SchoolEnrollmentRow,
  late_entry: boolean | undefined,
): Promise<Record<string, string>> {
  const { entry_date, exit_date, exit_type } = after
  if (exit_type !== before.exit_type) assertExitType(before.status, exit_type)
  if (entry_date === before.entry_date && exit_date === before.exit_date) return {}
  const year = await readYear(context.tx, before)
  if (entry_date !== before.entry_date) assertEntryInYear(entry_date, year, late_entry)
  if (exit_date === null || exit_date === before.exit_date) return {}
  if (exit_date !== entry_date) assertNoDayAhead({ exit_date }, year.timezone, context.clock)
  const stamp = stamps[before.status]
  const today = todayIn(year.timezone, context)
  if (stamp === undefined || laterOf(exit_date, today) !== today) return {}
  return {
    [stamp]: exit_date === today ? context.clock.now().toISOString() : noonOf(exit_date, year.timezone),
  }
}
