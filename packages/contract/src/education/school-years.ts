import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag, byTime, byValue } from '../kernel/filters.ts'
import { lifecycle, moveMembers, moves } from '../kernel/lifecycle.ts'
import { archivedAt, ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { day, instant, name } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'

const fields = {
  name: name().meta({ description: 'Name, unique in the tenant.', examples: ['2026/27'] }),
  start: day().meta({ description: 'First day.', examples: ['2026-08-01'] }),
  end: day().meta({ description: 'Last day, after the first.', examples: ['2027-07-31'] }),
}

const isCurrent = z
  .boolean()
  .meta({ description: 'True for the current school year. Only one year of the tenant is current.' })

const schoolYear = z
  .object({
    ...ownedMembers,
    ...fields,
    is_current: isCurrent,
    archived_at: archivedAt,
  })
  .meta({ id: 'SchoolYear', description: 'A school year of the tenant. Years may overlap.' })
const schoolYearCreate = z
  .strictObject({ ...fields, is_current: isCurrent, ...ownedOnCreate })
  .partial({ is_current: true })
  .meta({
    id: 'SchoolYearCreate',
    description: 'A new school year. With `is_current: true`, the previous year is no longer current.',
  })
const schoolYearUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'SchoolYearUpdate',
    description: 'Changes to a school year. Its calendars must stay within its days.',
  })

export interface SchoolYear extends z.infer<typeof schoolYear> {}
export interface SchoolYearCreate extends z.infer<typeof schoolYearCreate> {}
export interface SchoolYearUpdate extends z.infer<typeof schoolYearUpdate> {}
/** A school year of the tenant. */
export const SchoolYear: z.core.$ZodType<SchoolYear, SchoolYear> = schoolYear
/** A new school year. */
export const SchoolYearCreate: z.core.$ZodType<SchoolYearCreate, SchoolYearCreate> = schoolYearCreate
/** A merge patch (RFC 7396) of a school year. */
export const SchoolYearUpdate: z.core.$ZodType<SchoolYearUpdate, SchoolYearUpdate> = schoolYearUpdate

const makeCurrent = z.strictObject({ reason: moveMembers.reason, notes: moveMembers.notes }).meta({
  id: 'MakeSchoolYearCurrent',
  description: 'Reason and notes for changing the current year. Both are optional.',
})
export interface MakeSchoolYearCurrent extends z.infer<typeof makeCurrent> {}
/** The optional body of `make-current`. */
export const MakeSchoolYearCurrent: z.core.$ZodType<MakeSchoolYearCurrent, MakeSchoolYearCurrent> =
  makeCurrent

/** The current year cannot be archived. */
export const schoolYearLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveSchoolYear',
      path: '/school-years/{school_year_id}/archive',
      summary: 'Archive a school year',
      description: 'Refused for the current year: make another year the current one first.',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreSchoolYear',
      path: '/school-years/{school_year_id}/restore',
      summary: 'Restore a school year',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

export const schoolYears = {
  ...crud({
    tag: 'School years',
    type: 'SchoolYear',
    types: 'SchoolYears',
    one: 'a school year',
    many: 'school years',
    paths: { collection: '/school-years', item: '/school-years/{school_year_id}' },
    permission: 'education',
    record: SchoolYear,
    create: SchoolYearCreate,
    update: SchoolYearUpdate,
    collection: collection({
      hasExternalIds: true,
      filters: {
        name: byValue(name()),
        is_current: byFlag(),
        start: byTime(day()),
        end: byTime(day()),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: ['start', 'end', 'name', 'created_at', 'updated_at'],
      search: true,
      archivable: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves(
    {
      tag: 'School years',
      permission: 'education:write',
      record: SchoolYear,
      errors: ['current_school_year'],
    },
    schoolYearLifecycle,
  ),
  makeCurrent: endpoint({
    operationId: 'makeSchoolYearCurrent',
    method: 'post',
    path: '/school-years/{school_year_id}/make-current',
    tag: 'School years',
    summary: 'Make a school year the current one',
    description: 'The previous year is no longer current. Repeating the request changes nothing.',
    permission: 'education:write',
    body: MakeSchoolYearCurrent,
    bodyOptional: true,
    changesRecord: true,
    sets: ['is_current'],
    success: { status: 200, body: SchoolYear },
  }),
}

/** Writes up to 500 school years in one request. */
export const schoolYearsBulk: BulkOf<'schoolYears'> = bulk(schoolYears)

/** Creates a school year by an external id, or updates it. */
export const schoolYearsUpsert: UpsertOf<'schoolYears'> = upsert(schoolYears)

/** Lists the changes of a school year. */
export const schoolYearsHistory: HistoryOf<typeof schoolYears.get> = history(schoolYears.get)
