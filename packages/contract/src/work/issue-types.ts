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
      'The type of an issue that names none. A tenant has one default, which precedes the shared one. Setting it on one type clears it on the previous one.',
  }),
  is_active: switchMember,
  workflow_id: idOrKey('the workflow of its issues'),
  create_screen_id: nullable(idOrKey('the screen on which its issues are made')),
  edit_screen_id: nullable(idOrKey('the screen on which its issues are changed')),
  hierarchy_level: z
    .int()
    .min(-1)
    .max(1)
    .meta({ description: '-1 = part of another issue, 0 = standard, 1 = holds others.' }),
  project_ids: z.array(recordReference('projects', 'a project')).max(200).meta({
    description:
      'Ids of the projects whose issues can be of the type; none = all. Of a shared one they are those of the selected tenant: PATCH with them (and `is_active`) changes nothing for other tenants. Projects that the caller cannot read are left out, and stay.',
  }),
}
/** Aliases (`workflow` for `workflow_id`) of reference members: a key or an id. */
const named = {
  workflow: keyOrId('the workflow of its issues'),
  create_screen: nullable(keyOrId('the screen on which its issues are made')),
  edit_screen: nullable(keyOrId('the screen on which its issues are changed')),
}
const key = keyMember(['security_incident'])

/** The records that one shows beside their ids, on request. */
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
    workflow_id: id().meta({ description: 'Id of the workflow of its issues.' }),
    create_screen_id: nullable(id()).meta({ description: 'Id of the screen on which its issues are made.' }),
    edit_screen_id: nullable(id()).meta({ description: 'Id of the screen on which its issues are changed.' }),
    project_ids: z.array(id()).meta({
      description:
        'Ids of the projects whose issues can be of the type; none = all. Those that the caller cannot read are left out.',
    }),
    ...issueTypeIncludes.members,
  })
  .meta({ id: 'IssueType', description: 'What an issue can be: its details, its workflow and its screens.' })
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
      'A new issue type, a `task` unless `subtype` says otherwise. Without `workflow_id` it gets the tenant’s default workflow, or else the shared one of its subtype.',
  })
const issueTypeUpdate = z
  .strictObject({ ...fields, ...named, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'IssueTypeUpdate', description: 'Changes to an issue type. Key and subtype are fixed.' })

export interface IssueType extends z.infer<typeof issueType> {}
export interface IssueTypeCreate extends z.infer<typeof issueTypeCreate> {}
export interface IssueTypeUpdate extends z.infer<typeof issueTypeUpdate> {}
/** What an issue can be. */
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

/** Writes many of them in one request. */
export const issueTypesBulk: BulkOf<'issueTypes'> = bulk(issueTypes)

/** Creates one by an external id, or updates it. */
export const issueTypesUpsert: UpsertOf<'issueTypes'> = upsert(issueTypes)

/** Lists what happened to one of them. */
export const issueTypesHistory: HistoryOf<typeof issueTypes.get> = history(issueTypes.get)
