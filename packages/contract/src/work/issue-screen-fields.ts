import { z } from 'zod'
import { issueFieldBrief, issueScreenBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag, byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { anyValue, id, idOrKey, instant, keyOrId, longText, name, nullable } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { positionMember } from './issue-configuration-members.ts'

const fields = {
  tab: nullable(name()).meta({ description: 'Name of the tab that shows the field.', examples: ['Details'] }),
  position: positionMember,
  is_required: z.boolean().meta({
    description: 'True: the field must have a value. A hidden or read-only field gets it from a default.',
  }),
  is_read_only: z.boolean().meta({ description: 'True: the field is shown and cannot be written.' }),
  is_hidden: z
    .boolean()
    .meta({ description: 'True: the field is not shown, keeps its value and cannot be written.' }),
  enforce_on_update: z.boolean().meta({
    description: 'True: the field is also required when an issue is changed, not only when it is created.',
  }),
  default_value: anyValue().meta({
    description: 'Default value of the field; null = none.',
  }),
  help_text: nullable(longText()).meta({ description: 'Help for filling in the field, in Markdown.' }),
}

/** References to the screen and the field. Either name of a member accepts a key or an id. */
const named = {
  screen_id: idOrKey('the screen, which must belong to the tenant'),
  screen: keyOrId('the screen, which must belong to the tenant'),
  field_id: idOrKey('the issue field'),
  field: keyOrId('the issue field'),
}

/** The records that a request can include in a screen field. */
export const issueScreenFieldIncludes = includes('IssueScreenField', {
  screen_record: issueScreenBrief,
  field_record: issueFieldBrief,
})

const issueScreenField = z
  .object({
    ...catalogueMembers,
    screen_id: id().meta({ description: 'Id of the screen.' }),
    field_id: id().meta({ description: 'Id of the field.' }),
    ...fields,
    ...issueScreenFieldIncludes.members,
  })
  .meta({ id: 'IssueScreenField', description: 'A field of a screen, and the rules of the screen for it.' })
const issueScreenFieldCreate = z
  .strictObject({
    ...named,
    ...fields,
    ...ownedOnCreate,
  })
  .partial({
    screen_id: true,
    screen: true,
    field_id: true,
    field: true,
    tab: true,
    position: true,
    is_required: true,
    is_read_only: true,
    is_hidden: true,
    enforce_on_update: true,
    default_value: true,
    help_text: true,
  })
  .meta({
    id: 'IssueScreenFieldCreate',
    description:
      'A new field of a screen. Needs `screen_id` or `screen`, and `field_id` or `field`; each accepts a key or an id.',
  })
const issueScreenFieldUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'IssueScreenFieldUpdate',
    description: 'Changes to a field of a screen. `screen_id` and `field_id` cannot be changed.',
  })

export interface IssueScreenField extends z.infer<typeof issueScreenField> {}
export interface IssueScreenFieldCreate extends z.infer<typeof issueScreenFieldCreate> {}
export interface IssueScreenFieldUpdate extends z.infer<typeof issueScreenFieldUpdate> {}
/** A field of a screen. */
export const IssueScreenField: z.core.$ZodType<IssueScreenField, IssueScreenField> = issueScreenField
/** A new field of a screen. */
export const IssueScreenFieldCreate: z.core.$ZodType<IssueScreenFieldCreate, IssueScreenFieldCreate> =
  issueScreenFieldCreate
/** A merge patch (RFC 7396) of a field of a screen. */
export const IssueScreenFieldUpdate: z.core.$ZodType<IssueScreenFieldUpdate, IssueScreenFieldUpdate> =
  issueScreenFieldUpdate

export const issueScreenFields = crud({
  tag: 'Issue configuration',
  type: 'IssueScreenField',
  types: 'IssueScreenFields',
  one: 'a screen field',
  many: 'screen fields',
  paths: { collection: '/issue-screen-fields', item: '/issue-screen-fields/{issue_screen_field_id}' },
  permission: 'issue_configuration',
  record: IssueScreenField,
  create: IssueScreenFieldCreate,
  update: IssueScreenFieldUpdate,
  collection: collection({
    hasExternalIds: true,
    include: issueScreenFieldIncludes.include,
    filters: {
      screen_id: byReference('the screen'),
      field_id: byReference('the field'),
      tab: byValue(name(), { nullable: true }),
      is_required: byFlag(),
      is_hidden: byFlag(),
      created_at: byTime(instant()),
      updated_at: byTime(instant()),
    },
    sort: ['position', 'tab', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    catalogue: true,
  }),
  errors: { create: ['already_exists', 'read_only_shared_record'] },
})

/** Writes up to 500 screen fields in one request. */
export const issueScreenFieldsBulk: BulkOf<'issueScreenFields'> = bulk(issueScreenFields)

/** Creates a screen field by an external id, or updates it. */
export const issueScreenFieldsUpsert: UpsertOf<'issueScreenFields'> = upsert(issueScreenFields)

/** Lists the changes of a screen field. */
export const issueScreenFieldsHistory: HistoryOf<typeof issueScreenFields.get> = history(
  issueScreenFields.get,
)
