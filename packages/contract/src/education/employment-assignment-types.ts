import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag, byLowerKey, byTime, byValue } from '../kernel/filters.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { instant, integer, longText, name, nullable } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { catalogueKey } from './keys.ts'

/** The kinds of work of employment assignments. */
export const assignmentClassifications = [
  'instructional',
  'support',
  'administration',
  'specialist',
  'operations',
  'other',
] as const

const classification = z
  .enum(assignmentClassifications)
  .meta({ id: 'AssignmentClassification', description: 'Kind of work of an assignment.' })

const fields = {
  name: name().meta({ description: 'Name, unique in the tenant.', examples: ['Teacher'] }),
  description: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
  classification,
  position: integer().meta({ description: 'Position in the order of types.', examples: [10] }),
  is_active: z.boolean().meta({ description: 'False: new assignments cannot have the type.' }),
}

const employmentAssignmentType = z
  .object({ ...catalogueMembers, key: catalogueKey(), ...fields })
  .meta({ id: 'EmploymentAssignmentType', description: 'A type of assignment: the role of an employee.' })
const employmentAssignmentTypeCreate = z
  .strictObject({ key: catalogueKey(), ...fields, ...ownedOnCreate })
  .partial({ key: true, description: true, classification: true, position: true, is_active: true })
  .meta({
    id: 'EmploymentAssignmentTypeCreate',
    description:
      'A new type of assignment. `key` is made from the name by default, and cannot be changed later.',
  })
const employmentAssignmentTypeUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'EmploymentAssignmentTypeUpdate', description: 'Changes to a type of assignment.' })

export interface EmploymentAssignmentType extends z.infer<typeof employmentAssignmentType> {}
export interface EmploymentAssignmentTypeCreate extends z.infer<typeof employmentAssignmentTypeCreate> {}
export interface EmploymentAssignmentTypeUpdate extends z.infer<typeof employmentAssignmentTypeUpdate> {}
/** A type of assignment: the role of an employee. */
export const EmploymentAssignmentType: z.core.$ZodType<EmploymentAssignmentType, EmploymentAssignmentType> =
  employmentAssignmentType
/** A new type of assignment. */
export const EmploymentAssignmentTypeCreate: z.core.$ZodType<
  EmploymentAssignmentTypeCreate,
  EmploymentAssignmentTypeCreate
> = employmentAssignmentTypeCreate
/** A merge patch (RFC 7396) of a type of assignment. */
export const EmploymentAssignmentTypeUpdate: z.core.$ZodType<
  EmploymentAssignmentTypeUpdate,
  EmploymentAssignmentTypeUpdate
> = employmentAssignmentTypeUpdate

export const employmentAssignmentTypes = crud({
  tag: 'Assignment types',
  type: 'EmploymentAssignmentType',
  types: 'EmploymentAssignmentTypes',
  one: 'a type of assignment',
  many: 'types of assignments',
  paths: {
    collection: '/employment-assignment-types',
    item: '/employment-assignment-types/{employment_assignment_type_id}',
  },
  permission: 'employments',
  record: EmploymentAssignmentType,
  create: EmploymentAssignmentTypeCreate,
  update: EmploymentAssignmentTypeUpdate,
  collection: collection({
    hasExternalIds: true,
    filters: {
      key: byLowerKey(),
      name: byValue(name()),
      classification: byValue(classification),
      is_active: byFlag(),
      created_at: byTime(instant()),
      updated_at: byTime(instant()),
    },
    sort: ['position', 'key', 'name', 'classification', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    search: true,
    catalogue: true,
  }),
  errors: {
    create: ['already_exists'],
    update: ['already_exists'],
    delete: ['dependent_item_exists'],
  },
})

/** Writes up to 500 types of employment assignments in one request. */
export const employmentAssignmentTypesBulk: BulkOf<'employmentAssignmentTypes'> =
  bulk(employmentAssignmentTypes)

/** Creates a type of employment assignments by an external id, or updates it. */
export const employmentAssignmentTypesUpsert: UpsertOf<'employmentAssignmentTypes'> =
  upsert(employmentAssignmentTypes)

/** Lists the changes of a type of employment assignments. */
export const employmentAssignmentTypesHistory: HistoryOf<typeof employmentAssignmentTypes.get> = history(
  employmentAssignmentTypes.get,
)
