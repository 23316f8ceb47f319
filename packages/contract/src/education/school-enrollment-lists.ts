import { collection } from '../kernel/collection.ts'
import { byFlag, byReference, byTime, byValue } from '../kernel/filters.ts'
import { day, instant } from '../kernel/schema.ts'
import { EnrollmentStatus, schoolEnrollmentIncludes } from './school-enrollment-records.ts'

const person = { person_id: byReference('the person') }
const calendar = { calendar_id: byReference('the school calendar') }
const school = { school_id: byReference('the school') }
const year = { school_year_id: byReference('the school year') }
const filters = {
  grade_level_id: byReference('the grade level', { nullable: true }),
  status: byValue(EnrollmentStatus),
  is_primary: byFlag(),
  entry_date: byTime(day()),
  exit_date: byTime(day(), { nullable: true }),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}
const sort = ['entry_date', 'exit_date', 'status', 'created_at', 'updated_at'] as const

/** The lists of enrollments. A list below another record has no filters for the members which that record determines. */
export const enrollmentLists = {
  ofTenant: collection({
    hasExternalIds: true,
    include: schoolEnrollmentIncludes.include,
    filters: { ...person, ...calendar, ...school, ...year, ...filters },
    sort,
  }),
  ofPerson: collection({
    hasExternalIds: true,
    include: schoolEnrollmentIncludes.include,
    filters: { ...calendar, ...school, ...year, ...filters },
    sort,
  }),
  ofCalendar: collection({
    hasExternalIds: true,
    include: schoolEnrollmentIncludes.include,
    filters: { ...person, ...filters },
    sort,
  }),
  ofSchool: collection({
    hasExternalIds: true,
    include: schoolEnrollmentIncludes.include,
    filters: { ...person, ...calendar, ...year, ...filters },
    sort,
  }),
  ofYear: collection({
    hasExternalIds: true,
    include: schoolEnrollmentIncludes.include,
    filters: { ...person, ...calendar, ...school, ...filters },
    sort,
  }),
}
