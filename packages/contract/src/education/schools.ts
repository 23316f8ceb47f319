import { z } from 'zod'
import { locationBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { archivedAt, ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import {
  distinct,
  id,
  idOrKey,
  instant,
  line,
  name,
  nullable,
  timeZone,
  webAddress,
} from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'

/** The categories of schools. */
export const schoolCategories = [
  'preschool',
  'primary',
  'middle',
  'secondary',
  'adult',
  'combined',
  'other',
] as const

const schoolCategory = z
  .enum(schoolCategories)
  .meta({ id: 'SchoolCategory', description: 'Category of a school.' })

const code = () => line(60)

const fields = {
  name: name().meta({ description: 'Name of the school.', examples: ['Riverside Primary School'] }),
  short_name: nullable(line(60)).meta({
    description: 'Short name, for narrow columns.',
    examples: ['Riverside'],
  }),
  code: nullable(code()).meta({
    description: 'Official number of the school; unique in the tenant, whatever the case.',
    examples: ['0412'],
  }),
  category: nullable(schoolCategory),
  location_id: nullable(recordReference('locations', 'the location of the school')),
  website: nullable(webAddress()).meta({
    description: 'Website of the school.',
    examples: ['https://riverside.example.org'],
  }),
  timezone: nullable(timeZone()).meta({
    description:
      'Time zone of the school (IANA), which determines the present day there. If null, the time zone of its location applies, or of the nearest location around that, otherwise that of the tenant.',
    examples: ['Europe/Berlin'],
  }),
  grade_level_ids: distinct(idOrKey('a grade level'), 100).meta({
    description: 'Ids or keys of the grade levels that the school offers, each once.',
  }),
}

/** The records that a request can include in a school. */
export const schoolIncludes = includes('School', {
  location: locationBrief,
})

const school = z
  .object({
    ...ownedMembers,
    ...fields,
    location_id: nullable(id()).meta({ description: 'Id of the location of the school.' }),
    grade_level_ids: z.array(id()).meta({ description: 'Ids of the grade levels that the school offers.' }),
    archived_at: archivedAt,
    ...schoolIncludes.members,
  })
  .meta({ id: 'School', description: 'A school of the tenant.' })
const schoolCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial({
    short_name: true,
    code: true,
    category: true,
    location_id: true,
    website: true,
    timezone: true,
    grade_level_ids: true,
  })
  .meta({ id: 'SchoolCreate', description: 'A new school.' })
const schoolUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'SchoolUpdate', description: 'Changes to a school.' })

export interface School extends z.infer<typeof school> {}
export interface SchoolCreate extends z.infer<typeof schoolCreate> {}
export interface SchoolUpdate extends z.infer<typeof schoolUpdate> {}
/** A school of the tenant. */
export const School: z.core.$ZodType<School, School> = school
/** A new school. */
export const SchoolCreate: z.core.$ZodType<SchoolCreate, SchoolCreate> = schoolCreate
/** A merge patch (RFC 7396) of a school. */
export const SchoolUpdate: z.core.$ZodType<SchoolUpdate, SchoolUpdate> = schoolUpdate

/** The records of an archived school stay; new records cannot refer to the school. */
export const schoolLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveSchool',
      path: '/schools/{school_id}/archive',
      summary: 'Archive a school',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreSchool',
      path: '/schools/{school_id}/restore',
      summary: 'Restore a school',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

export const schools = {
  ...crud({
    tag: 'Schools',
    type: 'School',
    types: 'Schools',
    one: 'a school',
    many: 'schools',
    paths: { collection: '/schools', item: '/schools/{school_id}' },
    permission: 'education',
    record: School,
    create: SchoolCreate,
    update: SchoolUpdate,
    collection: collection({
      hasExternalIds: true,
      include: schoolIncludes.include,
      filters: {
        name: byValue(name()),
        code: byValue(code(), { nullable: true }),
        category: byValue(schoolCategory, { nullable: true }),
        location_id: byReference('the location', { nullable: true }),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: ['name', 'code', 'category', 'created_at', 'updated_at'],
      search: true,
      archivable: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves({ tag: 'Schools', permission: 'education:write', record: School }, schoolLifecycle),
}

/** Writes up to 500 schools in one request. */
export const schoolsBulk: BulkOf<'schools'> = bulk(schools)

/** Creates a school by an external id, or updates it. */
export const schoolsUpsert: UpsertOf<'schools'> = upsert(schools)

/** Lists the changes of a school. */
export const schoolsHistory: HistoryOf<typeof schools.get> = history(schools.get)
