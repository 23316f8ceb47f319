import { z } from 'zod'
import { issueScreenBrief, issueWorkflowBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byFlag, byNumber, byReference, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, idOrKey, integer, keyOrId, nullable } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  colorMember,
  iconMember,
  keyedErrors,
  keyedFilters,
  keyMember,
  namedMembers,
  positionMember,
  switchMember,
} from './issue-configuration-members.ts'
import { issueSubtype } from './issue-subtypes.ts'

const fields = {
  ...namedMembers('Incident'),
  icon: iconMember,
  color: colorMember,
  position: positionMember,
  is_default: z.boolean().meta({
    description:
      'True: the default type of new issues. A tenant has one default, which overrides the shared default. Setting it on one type clears it on the previous one.',
  }),
  is_active: switchMember,
  workflow_id: idOrKey('the workflow of issues of the type'),
  create_screen_id: nullable(idOrKey('the screen for creating issues of the type')),
  edit_screen_id: nullable(idOrKey('the screen for changing issues of the type')),
  hierarchy_level: z
    .int()
    .min(-1)
    .max(1)
    .meta({ description: '-1 = part of another issue, 0 = standard, 1 = contains other issues.' }),
  project_ids: z.array(recordReference('projects', 'a project')).max(200).meta({
    description:
      'Ids of the projects whose issues can have the type; empty = all. For a shared type, this is the setting of the selected tenant: a PATCH with only this member (and `is_active`) changes it for that tenant. Projects that the caller cannot read are not shown, and a PATCH keeps them.',
  }),
}
/** Aliases (`workflow` for `workflow_id`) of reference members: a key or an id. */
const named = {
  workflow: keyOrId('the workflow of issues of the type'),
  create_screen: nullable(keyOrId('the screen for creating issues of the type')),
  edit_screen: nullable(keyOrId('the screen for changing issues of the type')),
}
const key = keyMember(['security_incident'])

/** The records that a request can include in an issue type. */
export const issueTypeIncludes = includes('IssueType', {
  workflow_record: issueWorkflowBrief,
  create_screen_record: issueScreenBrief,
  edit_screen_record: issueScreenBrief,
})

const issueType = z
  .object({
    ...catalogueMembers,
    key,
    subtype: issueSubtype,
    ...fields,
    workflow_id: id().meta({ description: 'Id of the workflow of issues of the type.' }),
    create_screen_id: nullable(id()).meta({
      description: 'Id of the screen for creating issues of the type.',
    }),
    edit_screen_id: nullable(id()).meta({ description: 'Id of the screen for changing issues of the type.' }),
    project_ids: z.array(id()).meta({
      description:
        'Ids of the projects whose issues can have the type; empty = all. Projects that the caller cannot read are left out.',
    }),
    ...issueTypeIncludes.members,
  })
  .meta({ id: 'IssueType', description: 'A type of issues: their details, workflow and screens.' })
const issueTypeCreate = z
  .strictObject({ key, subtype: issueSubtype, ...fields, ...named, ...ownedOnCreate })
  .partial({
    key: true,
    subtype: true,
    description: true,
    icon: true,
    color: true,
    position: true,
    is_default: true,
    is_active: true,
    workflow_id: true,
    create_screen_id: true,
    edit_screen_id: true,
    hierarchy_level: true,
    project_ids: true,
    workflow: true,
    create_screen: true,
    edit_screen: true,
  })
  .meta({
    id: 'IssueTypeCreate',
    description:
      'A new issue type. The default `subtype` is `task`. Without `workflow_id`, the type gets the default workflow of the tenant; if there is none, the shared workflow of its subtype.',
  })
const issueTypeUpdate = z
  .strictObject({ ...fields, ...named, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'IssueTypeUpdate', description: 'Changes to an issue type. Key and subtype are fixed.' })

export interface IssueType extends z.infer<typeof issueType> {}
export interface IssueTypeCreate extends z.infer<typeof issueTypeCreate> {}
export interface IssueTypeUpdate extends z.infer<typeof issueTypeUpdate> {}
/** A type of issues: their details, workflow and screens. */
export const IssueType: z.core.$ZodType<IssueType, IssueType> = issueType
/** A new issue type. */
export const IssueTypeCreate: z.core.$ZodType<IssueTypeCreate, IssueTypeCreate> = issueTypeCreate
/** A merge patch (RFC 7396) of an issue type. */
export const IssueTypeUpdate: z.core.$ZodType<IssueTypeUpdate, IssueTypeUpdate> = issueTypeUpdate

export const issueTypes = crud({
  tag: 'Issue configuration',
  type: 'IssueType',
  types: 'IssueTypes',
  one: 'an issue type',
  many: 'issue types',
  paths: { collection: '/issue-types', item: '/issue-types/{issue_type_id}' },
  permission: 'issue_configuration',
  record: IssueType,
  create: IssueTypeCreate,
  update: IssueTypeUpdate,
  collection: collection({
    hasExternalIds: true,
    include: issueTypeIncludes.include,
    filters: {
      ...keyedFilters,
      subtype: byValue(issueSubtype),
      is_default: byFlag(),
      workflow_id: byReference('the workflow'),
      hierarchy_level: byNumber(integer()),
    },
    sort: ['position', 'key', 'name', 'subtype', 'hierarchy_level', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    search: true,
    catalogue: true,
  }),
  errors: { ...keyedErrors, update: ['dependent_item_exists'] },
})

/** Writes up to 500 issue types in one request. */
export const issueTypesBulk: BulkOf<'issueTypes'> = bulk(issueTypes)

/** Creates an issue type by an external id, or updates it. */
export const issueTypesUpsert: UpsertOf<'issueTypes'> = upsert(issueTypes)

/** Lists the changes of an issue type. */
export const issueTypesHistory: HistoryOf<typeof issueTypes.get> = history(issueTypes.get)
