import { invalid, problem, referenceNotFound } from '../base/problem.ts'
import { personStore } from '../census/persons.store.ts'
import type { WriteContext } from '../store/context.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { readPlace, type SchoolPlace } from './school-places.repository.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolStore } from './schools.store.ts'

/** The school and the year of the calendar in a body. Throws if one of them is archived. */
export async function namedPlace({ tx }: WriteContext, calendarId: string): Promise<SchoolPlace> {
  const found = await readPlace(tx, calendarId)
  if (!found) throw invalid(referenceNotFound('calendar_id'))
  if (!found.isArchived) return found.place
  throw invalid({
    field: 'calendar_id',
    code: 'reference_archived',
    message: 'the school or the school year of the calendar is archived',
  })
}

/** The school and the year of the calendar in the path. Throws if one of them is archived. */
export async function openPlace({ tx }: WriteContext, calendarId: string): Promise<SchoolPlace> {
  const found = await readPlace(tx, calendarId)
  if (!found) throw problem('not_found')
  if (!found.isArchived) return found.place
  throw problem(
    'record_archived',
    {},
    'The school or the school year of the calendar is archived. Restore it first.',
  )
}

/** Throws if the person, the school or the school year of a new period is archived. */
export async function assertInUse(
  { tx }: WriteContext,
  of: { readonly person_id: string; readonly school_id?: string; readonly school_year_id?: string },
): Promise<void> {
  const [person, school, year] = await Promise.all([
    personStore.get(tx, of.person_id),
    of.school_id === undefined ? undefined : schoolStore.get(tx, of.school_id),
    of.school_year_id === undefined ? undefined : schoolYearStore.get(tx, of.school_year_id),
  ])
  for (const [name, record] of Object.entries({ person, school, 'school year': year }))
    if (record?.archived_at)
      throw problem('record_archived', {}, `The ${name} is archived. Restore it first.`)
}

/** The grade level in a body. */
export const namedGrade = async ({ tx }: WriteContext, id: string | null | undefined) =>
  id ? schoolGradeLevelStore.reference(tx, 'grade_level_id', id) : undefined

/** Throws if a grade level belongs to another school. */
export function assertGradeOfSchool(
  level: { readonly school_id: string | null } | undefined,
  schoolId: string,
): void {
  if (!level || level.school_id === null || level.school_id === schoolId) return
  throw invalid({
    field: 'grade_level_id',
    code: 'not_allowed_value',
    message: 'the grade level belongs to another school',
  })
}
