import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag, byValue } from '../kernel/filters.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { anyValue, distinct, id, keyOrId, nullable, text } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  activeMember,
  keyedFilters,
  keyMember,
  namedMembers,
  positionMember,
} from './issue-configuration-members.ts'
import {
  IssueFieldOption,
  IssueFieldOptionInput,
  issueFieldReference,
  issueFieldType,
} from './issue-field-types.ts'

const bound = (what: string) =>
  nullable(z.number()).meta({ description: `${what} of a number; null for other types.`, examples: [0] })
const length = (what: string) =>
  nullable(z.int().min(0).max(65_535)).meta({
    description: `${what} of characters in a text; null for other types.`,
    examples: [1],
  })

const choices = <S extends z.core.$ZodType>(option: S) =>
  z
    .array(option)
    .max(200)
    .meta({ description: 'The values that can be chosen, for the types `select` and `multi_select`.' })

const fields = {
  ...namedMembers('Room'),
  type: issueFieldType,
  is_required: z.boolean().meta({ description: 'True: every issue that has the field needs a value in it.' }),
  is_unique: z.boolean().meta({ description: 'True: no two issues of the tenant have the same value.' }),
  is_searchable: z.boolean().meta({
    description: 'True: searches for words include the field. Only for texts. Default: true.',
  }),
  default_value: anyValue().meta({
    description: 'Default value of the field; null = none.',
  }),
  options: choices(IssueFieldOption),
  minimum: bound('Least value'),
  maximum: bound('Greatest value'),
  min_length: length('Least number'),
  max_length: length('Greatest number'),
  pattern: nullable(text(255)).meta({
    description:
      'Regular expression that a part of a `text` must match; `^` and `$` match its start and its end. Back references and lookaround are not supported. Such a text has at most 255 characters.',
    examples: ['^[A-Z]{2}-\\d{4}$'],
  }),
  json_schema: nullable(z.record(z.string(), anyValue())).meta({
    description:
      'JSON Schema (2020-12) of a value of the type `json`: type, enum, const, bounds, properties and items. References and alternatives are not supported.',
  }),
  issue_type_ids: distinct(keyOrId('an issue type'), 100).meta({
    description: 'Keys or ids of the types whose issues have the field; empty = all.',
  }),
  position: positionMember,
  is_active: activeMember,
}
const key = keyMember(['room'])

const issueField = z
  .object({
    ...catalogueMembers,
    key,
    ...fields,
    is_system: z.boolean().meta({
      description: 'True for a built-in member of issues, which is listed so that screens can show it.',
    }),
    path: z.string().meta({
      description: 'Path of the value in an issue.',
      examples: ['custom_fields.room'],
    }),
    reference_type: nullable(issueFieldReference),
    issue_type_ids: z
      .array(id())
      .meta({ description: 'Ids of the types whose issues have the field; empty = all.' }),
  })
  .meta({
    id: 'IssueField',
    description: 'A member of issues: a built-in member, or a custom field of a tenant.',
  })
const given = { ...fields, options: choices(IssueFieldOptionInput) }
const issueFieldCreate = z
  .strictObject({ key, ...given, ...ownedOnCreate })
  .partial({
    key: true,
    type: true,
    description: true,
    is_required: true,
    is_unique: true,
    is_searchable: true,
    default_value: true,
    options: true,
    minimum: true,
    maximum: true,
    min_length: true,
    max_length: true,
    pattern: true,
    json_schema: true,
    issue_type_ids: true,
    position: true,
    is_active: true,
  })
  .meta({
    id: 'IssueFieldCreate',
    description:
      'A new custom field. The default `type` is `text`. Its values are in `custom_fields` of issues.',
  })
const issueFieldUpdate = z
  .strictObject({ ...given, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'IssueFieldUpdate',
    description:
      'Changes to a field. Its key cannot be changed. While issues have values in the field, its type cannot be changed, and options that they have cannot be removed.',
  })

export interface IssueField extends z.infer<typeof issueField> {}
export interface IssueFieldCreate extends z.infer<typeof issueFieldCreate> {}
export interface IssueFieldUpdate extends z.infer<typeof issueFieldUpdate> {}
/** A member of issues. */
export const IssueField: z.core.$ZodType<IssueField, IssueField> = issueField
/** A new field. */
export const IssueFieldCreate: z.core.$ZodType<IssueFieldCreate, IssueFieldCreate> = issueFieldCreate
/** A merge patch (RFC 7396) of a field. */
export const IssueFieldUpdate: z.core.$ZodType<IssueFieldUpdate, IssueFieldUpdate> = issueFieldUpdate

export const issueFields = crud({
  tag: 'Issue configuration',
  type: 'IssueField',
  types: 'IssueFields',
  one: 'an issue field',
  many: 'issue fields',
  paths: { collection: '/issue-fields', item: '/issue-fields/{issue_field_id}' },
  permission: 'issue_configuration',
  record: IssueField,
  create: IssueFieldCreate,
  update: IssueFieldUpdate,
  collection: collection({
    hasExternalIds: true,
    filters: {
      ...keyedFilters,
      type: byValue(issueFieldType),
      is_system: byFlag(),
      is_required: byFlag(),
    },
    sort: ['position', 'key', 'name', 'type', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    search: true,
    catalogue: true,
  }),
  errors: {
    create: ['already_exists'],
    update: ['dependent_item_exists'],
    delete: ['dependent_item_exists', 'built_in_record'],
  },
})

/** Writes up to 500 issue fields in one request. */
export const issueFieldsBulk: BulkOf<'issueFields'> = bulk(issueFields)

/** Creates an issue field by an external id, or updates it. */
export const issueFieldsUpsert: UpsertOf<'issueFields'> = upsert(issueFields)

/** Lists the changes of an issue field. */
export const issueFieldsHistory: HistoryOf<typeof issueFields.get> = history(issueFields.get)
