import { z } from 'zod'
import { schoolBrief, schoolGradeLevelBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byFlag, byLowerKey, byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, idOrKey, instant, integer, keyOrId, line, name, nullable } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { catalogueKey } from './keys.ts'

const fields = {
  school_id: nullable(recordReference('schools', 'the school that alone has the grade level')),
  name: name().meta({ description: 'Name, as on a report.', examples: ['Grade 4'] }),
  short_name: nullable(line(32)).meta({ description: 'Name for narrow columns.', examples: ['4'] }),
  sequence: integer().meta({ description: 'Place in the order of grade levels.', examples: [60] }),
  next_grade_level_id: nullable(idOrKey('the grade level that one is promoted to')),
  is_final: z.boolean().meta({ description: 'True when one leaves after it; there is no next one then.' }),
}

/** The records that one shows beside their ids, on request. */
export const schoolGradeLevelIncludes = includes('SchoolGradeLevel', {
  school: schoolBrief,
  next_grade_level_record: schoolGradeLevelBrief,
})

const schoolGradeLevel = z
  .object({
    ...catalogueMembers,
    key: catalogueKey(),
    ...fields,
    school_id: nullable(id()).meta({
      description: 'Id of the school that alone has it; null = all have it.',
    }),
    next_grade_level_id: nullable(id()).meta({
      description: 'Id of the grade level that one is promoted to; null = there is none.',
    }),
    ...schoolGradeLevelIncludes.members,
  })
  .meta({ id: 'SchoolGradeLevel', description: 'A step in school, and the one that follows.' })
const nextGradeLevel = { next_grade_level: nullable(keyOrId('the grade level that one is promoted to')) }
const schoolGradeLevelCreate = z
  .strictObject({ key: catalogueKey(), ...fields, ...nextGradeLevel, ...ownedOnCreate })
  .partial({
    key: true,
    school_id: true,
    short_name: true,
    sequence: true,
    next_grade_level_id: true,
    next_grade_level: true,
    is_final: true,
  })
  .meta({
    id: 'SchoolGradeLevelCreate',
    description: 'A new grade level. `key` is made from the name unless given, and cannot be changed later.',
  })
const schoolGradeLevelUpdate = z
  .strictObject({ ...fields, ...nextGradeLevel, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'SchoolGradeLevelUpdate', description: 'Changes to a grade level.' })

export interface SchoolGradeLevel extends z.infer<typeof schoolGradeLevel> {}
export interface SchoolGradeLevelCreate extends z.infer<typeof schoolGradeLevelCreate> {}
export interface SchoolGradeLevelUpdate extends z.infer<typeof schoolGradeLevelUpdate> {}
/** A step in school; promotion follows from `next_grade_level_id`. */
export const SchoolGradeLevel: z.core.$ZodType<SchoolGradeLevel, SchoolGradeLevel> = schoolGradeLevel
/** A new grade level. */
export const SchoolGradeLevelCreate: z.core.$ZodType<SchoolGradeLevelCreate, SchoolGradeLevelCreate> =
  schoolGradeLevelCreate
/** A merge patch (RFC 7396) of a grade level. */
export const SchoolGradeLevelUpdate: z.core.$ZodType<SchoolGradeLevelUpdate, SchoolGradeLevelUpdate> =
  schoolGradeLevelUpdate

export const schoolGradeLevels = crud({
  tag: 'Grade levels',
  type: 'SchoolGradeLevel',
  types: 'SchoolGradeLevels',
  one: 'a grade level',
  many: 'grade levels',
  paths: { collection: '/school-grade-levels', item: '/school-grade-levels/{school_grade_level_id}' },
  permission: 'education',
  record: SchoolGradeLevel,
  create: SchoolGradeLevelCreate,
  update: SchoolGradeLevelUpdate,
  collection: collection({
    hasExternalIds: true,
    include: schoolGradeLevelIncludes.include,
    filters: {
      key: byLowerKey(),
      name: byValue(name()),
      school_id: byReference('the school', { nullable: true }),
      next_grade_level_id: byReference('the next grade level', { nullable: true }),
      is_final: byFlag(),
      created_at: byTime(instant()),
      updated_at: byTime(instant()),
    },
    sort: ['sequence', 'key', 'name', 'created_at', 'updated_at'],
    defaultSort: 'sequence,-id',
    search: true,
    catalogue: true,
  }),
  errors: {
    create: ['already_exists'],
    update: ['dependent_item_exists', 'cycle_detected'],
    delete: ['dependent_item_exists'],
  },
})

/** Writes many of them in one request. */
export const schoolGradeLevelsBulk: BulkOf<'schoolGradeLevels'> = bulk(schoolGradeLevels)

/** Creates one by an external id, or updates it. */
export const schoolGradeLevelsUpsert: UpsertOf<'schoolGradeLevels'> = upsert(schoolGradeLevels)

/** Lists what happened to one of them. */
export const schoolGradeLevelsHistory: HistoryOf<typeof schoolGradeLevels.get> = history(
  schoolGradeLevels.get,
)
