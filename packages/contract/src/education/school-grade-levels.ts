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
  school_id: nullable(recordReference('schools', 'the only school that has the grade level')),
  name: name().meta({ description: 'Name, as on a report.', examples: ['Grade 4'] }),
  short_name: nullable(line(32)).meta({ description: 'Short name, for narrow columns.', examples: ['4'] }),
  sequence: integer().meta({ description: 'Position in the order of grade levels.', examples: [60] }),
  next_grade_level_id: nullable(idOrKey('the next grade level')),
  is_final: z.boolean().meta({
    description: 'True if students leave the school after the grade level; then it has no next one.',
  }),
}

/** The records that a request can include in a grade level. */
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
      description: 'Id of the only school that has the grade level; null = all schools have it.',
    }),
    next_grade_level_id: nullable(id()).meta({
      description: 'Id of the next grade level; null = none.',
    }),
    ...schoolGradeLevelIncludes.members,
  })
  .meta({ id: 'SchoolGradeLevel', description: 'A grade level, and the next one after promotion.' })
const nextGradeLevel = { next_grade_level: nullable(keyOrId('the next grade level')) }
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
    description: 'A new grade level. `key` is made from the name by default, and cannot be changed later.',
  })
const schoolGradeLevelUpdate = z
  .strictObject({ ...fields, ...nextGradeLevel, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'SchoolGradeLevelUpdate', description: 'Changes to a grade level.' })

export interface SchoolGradeLevel extends z.infer<typeof schoolGradeLevel> {}
export interface SchoolGradeLevelCreate extends z.infer<typeof schoolGradeLevelCreate> {}
export interface SchoolGradeLevelUpdate extends z.infer<typeof schoolGradeLevelUpdate> {}
/** A grade level; `next_grade_level_id` is the grade level after promotion. */
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

/** Writes up to 500 grade levels in one request. */
export const schoolGradeLevelsBulk: BulkOf<'schoolGradeLevels'> = bulk(schoolGradeLevels)

/** Creates a grade level by an external id, or updates it. */
export const schoolGradeLevelsUpsert: UpsertOf<'schoolGradeLevels'> = upsert(schoolGradeLevels)

/** Lists the changes of a grade level. */
export const schoolGradeLevelsHistory: HistoryOf<typeof schoolGradeLevels.get> = history(
  schoolGradeLevels.get,
)
