import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byFlag, byReference, byTime, byValue } from '../kernel/filters.ts'
import { HistoryEntry, historyCollection } from '../kernel/history.ts'
import { moves } from '../kernel/lifecycle.ts'
import { day, instant } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  AssignmentOfEmploymentCreate,
  EmploymentAssignment,
  EmploymentAssignmentCreate,
  EmploymentAssignmentStatus,
  EmploymentAssignmentUpdate,
  employmentAssignmentIncludes,
  employmentAssignmentLifecycle,
} from './employment-assignment-records.ts'

const employment = { school_employment_id: byReference('the employment') }
const person = { person_id: byReference('the person') }
const calendar = { calendar_id: byReference('the school calendar') }
const school = { school_id: byReference('the school') }
const year = { school_year_id: byReference('the school year') }
const filters = {
  assignment_type_id: byReference('the type of assignment'),
  status: byValue(EmploymentAssignmentStatus),
  is_primary: byFlag(),
  start_date: byTime(day(), { nullable: true }),
  end_date: byTime(day(), { nullable: true }),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}
const sort = ['order', 'status', 'start_date', 'end_date', 'created_at', 'updated_at'] as const
const ofTenant = collection({
  hasExternalIds: true,
  include: employmentAssignmentIncludes.include,
  filters: { ...employment, ...person, ...calendar, ...school, ...year, ...filters },
  sort,
})
const ofEmployment = collection({
  hasExternalIds: true,
  include: employmentAssignmentIncludes.include,
  filters: { ...calendar, ...school, ...year, ...filters },
  sort,
})
const ofPerson = collection({
  hasExternalIds: true,
  include: employmentAssignmentIncludes.include,
  filters: { ...employment, ...calendar, ...school, ...year, ...filters },
  sort,
})
const ofCalendar = collection({
  hasExternalIds: true,
  include: employmentAssignmentIncludes.include,
  filters: { ...employment, ...person, ...filters },
  sort,
})
const ofSchool = collection({
  hasExternalIds: true,
  include: employmentAssignmentIncludes.include,
  filters: { ...employment, ...person, ...calendar, ...year, ...filters },
  sort,
})

const tag = 'Employment assignments'
const listed = { status: 200, body: z.array(EmploymentAssignment) } as const

export const employmentAssignments = {
  ...crud({
    tag,
    type: 'EmploymentAssignment',
    types: 'EmploymentAssignments',
    one: 'an assignment',
    many: 'assignments of employees',
    paths: {
      collection: '/school-employment-assignments',
      item: '/school-employment-assignments/{assignment_id}',
    },
    permission: 'employments',
    record: EmploymentAssignment,
    create: EmploymentAssignmentCreate,
    update: EmploymentAssignmentUpdate,
    collection: ofTenant,
    errors: { update: ['invalid_transition', 'employment_not_active'] },
  }),
  ...moves(
    {
      tag,
      permission: 'employments:write',
      record: EmploymentAssignment,
      errors: ['employment_not_active'],
    },
    employmentAssignmentLifecycle,
  ),
  listOfEmployment: endpoint({
    operationId: 'listAssignmentsOfSchoolEmployment',
    method: 'get',
    path: '/school-employments/{school_employment_id}/assignments',
    tag,
    summary: 'List the assignments of an employment',
    permission: 'employments:read',
    query: ofEmployment.query,
    collection: ofEmployment,
    success: listed,
  }),
  createOfEmployment: endpoint({
    operationId: 'createAssignmentOfSchoolEmployment',
    method: 'post',
    path: '/school-employments/{school_employment_id}/assignments',
    tag,
    summary: 'Create an assignment of an employment',
    permission: 'employments:write',
    body: AssignmentOfEmploymentCreate,
    success: { status: 201, body: EmploymentAssignment },
    location: '/school-employment-assignments/{assignment_id}',
  }),
  listOfSchool: endpoint({
    operationId: 'listEmploymentAssignmentsOfSchool',
    method: 'get',
    path: '/schools/{school_id}/employment-assignments',
    tag,
    summary: 'List the assignments of employees at a school',
    permission: 'employments:read',
    query: ofSchool.query,
    collection: ofSchool,
    success: listed,
  }),
  listOfCalendar: endpoint({
    operationId: 'listEmploymentAssignmentsOfSchoolCalendar',
    method: 'get',
    path: '/school-calendars/{school_calendar_id}/employment-assignments',
    tag,
    summary: 'List the assignments of employees on a calendar',
    permission: 'employments:read',
    query: ofCalendar.query,
    collection: ofCalendar,
    success: listed,
  }),
  listOfPerson: endpoint({
    operationId: 'listEmploymentAssignmentsOfPerson',
    method: 'get',
    path: '/persons/{person_id}/school-employment-assignments',
    tag,
    summary: 'List the assignments of a person as an employee',
    permission: 'employments:read',
    query: ofPerson.query,
    collection: ofPerson,
    success: listed,
  }),
  history: endpoint({
    operationId: 'listHistoryOfEmploymentAssignment',
    method: 'get',
    path: '/school-employment-assignments/{assignment_id}/history',
    tag,
    summary: 'List the history of an assignment',
    description: 'Lists every change, oldest first. Ids of records that the caller cannot see are null.',
    permission: 'employments:read',
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(HistoryEntry) },
  }),
}

/** Counts employment assignments in groups. */
export const employmentAssignmentsSummary = summary(employmentAssignments.list, {
  type: 'EmploymentAssignment',
  many: 'assignments of employments',
  values: ['status', 'assignment_type_id', 'school_id', 'school_year_id', 'calendar_id', 'is_primary'],
  times: ['start_date', 'end_date', 'created_at'],
})

/** Writes up to 500 employment assignments in one request. */
export const employmentAssignmentsBulk: BulkOf<'employmentAssignments'> = bulk(employmentAssignments)

/** Creates an employment assignment by an external id, or updates it. */
export const employmentAssignmentsUpsert: UpsertOf<'employmentAssignments'> = upsert(employmentAssignments)
