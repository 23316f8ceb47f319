import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { HistoryEntry, historyCollection } from '../kernel/history.ts'
import { moves } from '../kernel/lifecycle.ts'
import { day, instant, name } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { schoolEmploymentLifecycle } from './school-employment-moves.ts'
import {
  EmploymentStatus,
  EmploymentType,
  employeeNumber,
  SchoolEmployment,
  SchoolEmploymentCreate,
  SchoolEmploymentUpdate,
  schoolEmploymentIncludes,
} from './school-employment-records.ts'

export const schoolEmployments = {
  ...crud({
    tag: 'School employments',
    type: 'SchoolEmployment',
    types: 'SchoolEmployments',
    one: 'an employment',
    many: 'employments',
    paths: { collection: '/school-employments', item: '/school-employments/{school_employment_id}' },
    permission: 'employments',
    record: SchoolEmployment,
    create: SchoolEmploymentCreate,
    update: SchoolEmploymentUpdate,
    collection: collection({
      hasExternalIds: true,
      include: schoolEmploymentIncludes.include,
      filters: {
        person_id: byReference('the person'),
        school_id: byReference('the school'),
        employee_number: byValue(employeeNumber(), { nullable: true }),
        employment_type: byValue(EmploymentType, { nullable: true }),
        department: byValue(name(), { nullable: true }),
        status: byValue(EmploymentStatus),
        hire_date: byTime(day(), { nullable: true }),
        end_date: byTime(day(), { nullable: true }),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: ['employee_number', 'department', 'status', 'hire_date', 'end_date', 'created_at', 'updated_at'],
      search: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists', 'invalid_transition'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves(
    { tag: 'School employments', permission: 'employments:write', record: SchoolEmployment },
    schoolEmploymentLifecycle,
  ),
  history: endpoint({
    operationId: 'listHistoryOfSchoolEmployment',
    method: 'get',
    path: '/school-employments/{school_employment_id}/history',
    tag: 'School employments',
    summary: 'List the history of an employment',
    description: 'Lists every change, oldest first. Ids of records that the caller cannot see are null.',
    permission: 'employments:read',
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(HistoryEntry) },
  }),
}

/** Counts school employments in groups. */
export const schoolEmploymentsSummary = summary(schoolEmployments.list, {
  type: 'SchoolEmployment',
  many: 'employments',
  values: ['status', 'school_id', 'employment_type', 'department'],
  times: ['hire_date', 'end_date', 'created_at'],
})

/** Writes up to 500 school employments in one request. */
export const schoolEmploymentsBulk: BulkOf<'schoolEmployments'> = bulk(schoolEmployments)

/** Creates a school employment by an external id, or updates it. */
export const schoolEmploymentsUpsert: UpsertOf<'schoolEmployments'> = upsert(schoolEmployments)
