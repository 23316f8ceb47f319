import type { WriteContext } from '../kernel/context.ts'
import { invalid, problem } from '../kernel/problem.ts'
import { todayIn } from './education.rules.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolStore } from './schools.store.ts'

/** Where and when somebody learns or works: a calendar with its school and its school year. */
export interface SchoolPlace {
  readonly calendar_id: string
  readonly school_id: string
  readonly school_year_id: string
}

async function placeOf(
  { tx }: WriteContext,
  calendar: { id: string; school_id: string; calendar_id: string },
) {
  const [school, year] = await Promise.all([
    schoolStore.get(tx, calendar.school_id),
    schoolYearStore.get(tx, calendar.calendar_id),
  ])
  const place: SchoolPlace = { calendar_id: calendar.id, school_id: school.id, school_year_id: year.id }
  return { place, isArchived: school.archived_at !== null || year.archived_at !== null }
}

/** The place that a body names by its calendar: school and year must be in use. */
export async function namedPlace(context: WriteContext, calendarId: string): Promise<SchoolPlace> {
  const calendar = await schoolCalendarStore.reference(context.tx, 'calendar_id', calendarId)
  const { place, isArchived } = await placeOf(context, calendar)
  if (!isArchived) return place
  throw invalid({
    field: 'calendar_id',
    code: 'reference_archived',
    message: 'the school or the school year of the calendar is archived',
  })
}

/** The place of the calendar in the path: school and year must be in use. */
export async function openPlace(context: WriteContext, calendarId: string): Promise<SchoolPlace> {
  const { place, isArchived } = await placeOf(context, await schoolCalendarStore.get(context.tx, calendarId))
  if (!isArchived) return place
  throw problem(
    'record_archived',
    {},
    'The school or the school year of the calendar is archived. Restore it first.',
  )
}

/** Which day it is at a school. */
export async function todayAt(context: WriteContext, schoolId: string): Promise<string> {
  return todayIn((await schoolStore.get(context.tx, schoolId)).timezone, context)
}

/** The later of two days; nothing counts as the beginning of time. */
export const laterOf = (day: string, other: string | null) => (other !== null && other > day ? other : day)

/** A grade level must be for all schools, or the school's own. */
export async function assertGradeOfSchool(
  { tx }: WriteContext,
  gradeLevelId: string | null | undefined,
  schoolId: string,
): Promise<void> {
  if (!gradeLevelId) return
  const level = await schoolGradeLevelStore.reference(tx, 'grade_level_id', gradeLevelId)
  if (level.school_id === null || level.school_id === schoolId) return
  throw invalid({
    field: 'grade_level_id',
    code: 'not_allowed_value',
    message: 'the grade level is another school’s alone',
  })
}
