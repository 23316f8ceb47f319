import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { HistoryEntry, historyCollection } from '../kernel/history.ts'
import { moves } from '../kernel/lifecycle.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { enrollmentLists } from './school-enrollment-lists.ts'
import { schoolEnrollmentLifecycle } from './school-enrollment-moves.ts'
import {
  EnrollmentOnCalendarCreate,
  SchoolEnrollment,
  SchoolEnrollmentCreate,
  SchoolEnrollmentUpdate,
} from './school-enrollment-records.ts'

const tag = 'School enrollments'
const listed = { status: 200, body: z.array(SchoolEnrollment) } as const
const { ofTenant, ofPerson, ofCalendar, ofSchool, ofYear } = enrollmentLists

export const schoolEnrollments = {
  ...crud({
    tag,
    type: 'SchoolEnrollment',
    types: 'SchoolEnrollments',
    one: 'an enrollment',
    many: 'enrollments',
    paths: { collection: '/school-enrollments', item: '/school-enrollments/{school_enrollment_id}' },
    permission: 'education',
    record: SchoolEnrollment,
    create: SchoolEnrollmentCreate,
    update: SchoolEnrollmentUpdate,
    collection: ofTenant,
    errors: {
      create: ['already_exists'],
      update: ['already_exists', 'invalid_transition'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves(
    { tag, permission: 'education:write', record: SchoolEnrollment, errors: ['already_exists'] },
    schoolEnrollmentLifecycle,
  ),
  listOfPerson: endpoint({
    operationId: 'listSchoolEnrollmentsOfPerson',
    method: 'get',
    path: '/persons/{person_id}/school-enrollments',
    tag,
    summary: 'List the enrollments of a person',
    permission: 'education:read',
    query: ofPerson.query,
    collection: ofPerson,
    success: listed,
  }),
  listOfCalendar: endpoint({
    operationId: 'listEnrollmentsOfSchoolCalendar',
    method: 'get',
    path: '/school-calendars/{school_calendar_id}/enrollments',
    tag,
    summary: 'List the enrollments on a calendar',
    permission: 'education:read',
    query: ofCalendar.query,
    collection: ofCalendar,
    success: listed,
  }),
  createOnCalendar: endpoint({
    operationId: 'createEnrollmentOfSchoolCalendar',
    method: 'post',
    path: '/school-calendars/{school_calendar_id}/enrollments',
    tag,
    summary: 'Create an enrollment on a calendar',
    permission: 'education:write',
    body: EnrollmentOnCalendarCreate,
    success: { status: 201, body: SchoolEnrollment },
    location: '/school-enrollments/{school_enrollment_id}',
    errors: ['already_exists'],
  }),
  listOfSchool: endpoint({
    operationId: 'listEnrollmentsOfSchool',
    method: 'get',
    path: '/schools/{school_id}/enrollments',
    tag,
    summary: 'List the enrollments of a school',
    permission: 'education:read',
    query: ofSchool.query,
    collection: ofSchool,
    success: listed,
  }),
  listOfYear: endpoint({
    operationId: 'listEnrollmentsOfSchoolYear',
    method: 'get',
    path: '/school-years/{school_year_id}/enrollments',
    tag,
    summary: 'List the enrollments of a school year',
    permission: 'education:read',
    query: ofYear.query,
    collection: ofYear,
    success: listed,
  }),
  history: endpoint({
    operationId: 'listHistoryOfSchoolEnrollment',
    method: 'get',
    path: '/school-enrollments/{school_enrollment_id}/history',
    tag,
    summary: 'List the history of an enrollment',
    description: 'Lists every change, oldest first. Ids of records that the caller cannot see are null.',
    permission: 'education:read',
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(HistoryEntry) },
  }),
}

/** Counts school enrollments in groups. */
export const schoolEnrollmentsSummary = summary(schoolEnrollments.list, {
  type: 'SchoolEnrollment',
  many: 'enrollments',
  values: ['status', 'school_id', 'school_year_id', 'calendar_id', 'grade_level_id', 'person_id'],
  times: ['entry_date', 'exit_date', 'created_at'],
})

/** Writes up to 500 school enrollments in one request. */
export const schoolEnrollmentsBulk: BulkOf<'schoolEnrollments'> = bulk(schoolEnrollments)

/** Creates a school enrollment by an external id, or updates it. */
export const schoolEnrollmentsUpsert: UpsertOf<'schoolEnrollments'> = upsert(schoolEnrollments)
