import type { SchoolEnrollmentUpdate } from '@commonhold/contract'
import { invalid } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { assertNoDayAhead, momentOf, todayIn } from '../store/days.ts'
import { clearPrimary, correctPeriod, lockEnrollment } from './school-enrollments.repository.ts'
import { assertCorrected, assertEntryInYear, assertExitType } from './school-enrollments.rules.ts'
import { type SchoolEnrollmentRow, schoolEnrollmentStore as store } from './school-enrollments.store.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { readYear } from './school-places.repository.ts'
import { assertGradeOfSchool, namedGrade, namedPlace } from './school-places.service.ts'

/** Corrects an enrollment and its latest period. */
export async function correct(
  context: WriteContext,
  id: string,
  { late_entry, ...body }: SchoolEnrollmentUpdate,
): Promise<SchoolEnrollmentRow> {
  const touchesPrimary = body.is_primary === true || body.calendar_id !== undefined
  const before = touchesPrimary ? await lockEnrollment(context, id) : await store.lock(context, id)
  const place = await placeAfter(context, before, body.calendar_id)
  const grade = body.grade_level_id === undefined ? before.grade_level_id : body.grade_level_id
  const level =
    body.grade_level_id === undefined && place.calendar_id !== before.calendar_id && grade !== null
      ? await schoolGradeLevelStore.get(context.tx, grade)
      : await namedGrade(context, body.grade_level_id)
  assertGradeOfSchool(level, place.school_id)
  const after = { ...before, ...body, ...place }
  assertCorrected(after)
  const moments = await correctedMoments(context, before, after, late_entry)
  const isNewlyPrimary = !before.is_primary || place.school_year_id !== before.school_year_id
  if (after.is_primary && isNewlyPrimary) await clearPrimary(context, after)
  await correctPeriod(context.tx, after)
  return store.update(context, before, { ...body, ...place, ...moments })
}

/** The calendar after the correction, with its school and year. It can be corrected only before the first move. */
async function placeAfter(
  context: WriteContext,
  before: SchoolEnrollmentRow,
  calendarId: string | undefined,
) {
  const { calendar_id, school_id, school_year_id, status, periods } = before
  if (calendarId === undefined || calendarId === calendar_id)
    return { calendar_id, school_id, school_year_id }
  if (status === 'enrolled' && periods.length < 2) return namedPlace(context, calendarId)
  throw invalid({
    field: 'calendar_id',
    code: 'read_only',
    message:
      'can be corrected only before the first move of the enrollment; after that use POST /school-enrollments/{school_enrollment_id}/transfer',
  })
}

const stamps: Readonly<Record<string, string>> = {
  withdrawn: 'withdrawn_at',
  graduated: 'graduated_at',
  transferred: 'transferred_at',
  completed: 'completed_at',
}

/** Checks the days of a correction, and returns the time of the exit if its day changes. */
async function correctedMoments(
  context: WriteContext,
  before: SchoolEnrollmentRow,
  after: SchoolEnrollmentRow,
  late_entry: boolean | undefined,
): Promise<Record<string, string>> {
  const { entry_date, exit_date, exit_type } = after
  if (exit_type !== before.exit_type) assertExitType(before.status, exit_type)
  const isOtherCalendar = after.calendar_id !== before.calendar_id
  if (entry_date === before.entry_date && exit_date === before.exit_date && !isOtherCalendar) return {}
  const year = await readYear(context.tx, after)
  if (entry_date !== before.entry_date || isOtherCalendar) assertEntryInYear(entry_date, year, late_entry)
  if (exit_date === null || exit_date === before.exit_date) return {}
  if (exit_date !== entry_date) assertNoDayAhead({ exit_date }, year.timezone, context.clock)
  const stamp = stamps[before.status]
  if (stamp === undefined || exit_date > todayIn(year.timezone, context)) return {}
  return { [stamp]: momentOf(exit_date, context.clock.now().toISOString(), year.timezone) }
}
