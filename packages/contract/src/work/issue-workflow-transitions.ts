import { z } from 'zod'
import { issueScreenBrief, issueStatusBrief, issueWorkflowBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byFlag, byReference, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { anyValue, distinct, id, idOrKey, keyOrId, nullable } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  activeMember,
  configurationKey,
  keyedFilters,
  namedMembers,
  positionMember,
} from './issue-configuration-members.ts'
import {
  issueTransitionActor,
  issueTransitionPermission,
  issueTransitionType,
} from './issue-transition-rules.ts'

const fields = {
  ...namedMembers('Resolve'),
  from_status_id: nullable(idOrKey('the status that the transition leaves')),
  to_status_id: idOrKey('the status that the transition enters'),
  screen_id: nullable(idOrKey('the screen of the transition')),
  position: positionMember,
  requires_comment: z.boolean().meta({ description: 'True: the transition must come with a comment.' }),
  required_fields: distinct(configurationKey(), 50).meta({
    description: 'Keys of the issue fields that must have a value after the transition.',
    examples: [['resolution_notes']],
  }),
  allowed_group_ids: distinct(recordReference('groups', 'a group'), 50).meta({
    description:
      'Ids of the groups whose members may make the transition; empty = everyone who may change the issue.',
  }),
  allowed_actors: distinct(issueTransitionActor, 3).meta({
    description:
      'The roles in the issue whose holders may make the transition; empty = everyone who may change the issue.',
  }),
  required_permission: nullable(issueTransitionPermission),
  condition: z.record(z.string(), anyValue()).meta({
    description:
      'Values that the issue must have for the transition to be listed, by their path: texts, numbers, booleans or null.',
    examples: [{ 'details.change_type': 'standard' }],
  }),
  set_fields: z.record(z.string(), anyValue()).meta({
    description: 'Values that the transition sets, by their path.',
    examples: [{ 'details.review_status': 'in_review' }],
  }),
  allowed_values: z.record(z.string(), z.array(z.string()).min(1).max(50)).meta({
    description:
      'The only values that members may have after the transition, by their path. A member without a value is accepted.',
    examples: [{ 'details.resolution_code': ['risk_accepted', 'duplicate'] }],
  }),
  allows_open_blockers: z.boolean().meta({
    description:
      'True: the transition may close an issue while an issue that blocks it, or a part of it, is open.',
  }),
  is_active: activeMember,
}
/** Aliases (`to_status` for `to_status_id`) of reference members: a key or an id. */
const named = {
  from_status: nullable(keyOrId('the status that the transition leaves')),
  to_status: keyOrId('the status that the transition enters'),
  screen: nullable(keyOrId('the screen of the transition')),
}
const key = configurationKey().meta({
  description:
    'Name for programs; cannot be changed later. Default: made from the name. Several transitions of a workflow may have the same key if they leave different statuses.',
  examples: ['resolve'],
})

/** The records that a request can include in a workflow transition. */
export const issueWorkflowTransitionIncludes = includes('IssueWorkflowTransition', {
  workflow_record: issueWorkflowBrief,
  from_status_record: issueStatusBrief,
  to_status_record: issueStatusBrief,
  screen_record: issueScreenBrief,
})

const issueWorkflowTransition = z
  .object({
    ...catalogueMembers,
    workflow_id: id().meta({ description: 'Id of the workflow.' }),
    key,
    ...fields,
    type: issueTransitionType,
    from_status_id: nullable(id()).meta({
      description: 'Id of the status that the transition leaves; null = any.',
    }),
    to_status_id: id().meta({ description: 'Id of the status that the transition enters.' }),
    screen_id: nullable(id()).meta({ description: 'Id of the screen of the transition; null = none.' }),
    allowed_group_ids: z.array(id()).meta({
      description:
        'Ids of the groups whose members may make the transition; empty = everyone who may change the issue.',
    }),
    ...issueWorkflowTransitionIncludes.members,
  })
  .meta({
    id: 'IssueWorkflowTransition',
    description:
      'A transition of a workflow: its statuses, who may make it, the values that it requires and the values that it sets.',
  })
const issueWorkflowTransitionCreate = z
  .strictObject({
    workflow_id: idOrKey('the workflow, which must belong to the tenant'),
    workflow: keyOrId('the workflow, which must belong to the tenant'),
    key,
    ...fields,
    ...named,
    ...ownedOnCreate,
  })
  .partial({
    workflow_id: true,
    workflow: true,
    key: true,
    description: true,
    from_status_id: true,
    from_status: true,
    to_status_id: true,
    to_status: true,
    screen: true,
    screen_id: true,
    position: true,
    requires_comment: true,
    required_fields: true,
    allowed_group_ids: true,
    allowed_actors: true,
    required_permission: true,
    condition: true,
    set_fields: true,
    allowed_values: true,
    allows_open_blockers: true,
    is_active: true,
  })
  .meta({
    id: 'IssueWorkflowTransitionCreate',
    description:
      'A new transition of a workflow. Without `from_status_id`, it leaves any status. Needs `workflow_id` or `workflow`, and `to_status_id` or `to_status`; each accepts a key or an id.',
  })
const issueWorkflowTransitionUpdate = z
  .strictObject({ ...fields, ...named, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'IssueWorkflowTransitionUpdate',
    description: 'Changes to a transition. Its workflow and its key cannot be changed.',
  })

export interface IssueWorkflowTransition extends z.infer<typeof issueWorkflowTransition> {}
export interface IssueWorkflowTransitionCreate extends z.infer<typeof issueWorkflowTransitionCreate> {}
export interface IssueWorkflowTransitionUpdate extends z.infer<typeof issueWorkflowTransitionUpdate> {}
/** A transition of a workflow. */
export const IssueWorkflowTransition: z.core.$ZodType<IssueWorkflowTransition, IssueWorkflowTransition> =
  issueWorkflowTransition
/** A new transition of a workflow. */
export const IssueWorkflowTransitionCreate: z.core.$ZodType<
  IssueWorkflowTransitionCreate,
  IssueWorkflowTransitionCreate
> = issueWorkflowTransitionCreate
/** A merge patch (RFC 7396) of a transition. */
export const IssueWorkflowTransitionUpdate: z.core.$ZodType<
  IssueWorkflowTransitionUpdate,
  IssueWorkflowTransitionUpdate
> = issueWorkflowTransitionUpdate

export const issueWorkflowTransitions = crud({
  tag: 'Issue configuration',
  type: 'IssueWorkflowTransition',
  types: 'IssueWorkflowTransitions',
  one: 'a workflow transition',
  many: 'workflow transitions',
  paths: {
    collection: '/issue-workflow-transitions',
    item: '/issue-workflow-transitions/{issue_workflow_transition_id}',
  },
  permission: 'issue_configuration',
  record: IssueWorkflowTransition,
  create: IssueWorkflowTransitionCreate,
  update: IssueWorkflowTransitionUpdate,
  collection: collection({
    hasExternalIds: true,
    include: issueWorkflowTransitionIncludes.include,
    filters: {
      ...keyedFilters,
      type: byValue(issueTransitionType),
      workflow_id: byReference('the workflow'),
      from_status_id: byReference('the status that the transition leaves', { nullable: true }),
      to_status_id: byReference('the status that the transition enters'),
      screen_id: byReference('the screen', { nullable: true }),
      requires_comment: byFlag(),
    },
    sort: ['position', 'key', 'name', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    search: true,
    catalogue: true,
  }),
  errors: {
    create: ['already_exists', 'read_only_shared_record'],
    update: ['already_exists'],
    delete: ['dependent_item_exists'],
  },
})

/** Writes up to 500 workflow transitions in one request. */
export const issueWorkflowTransitionsBulk: BulkOf<'issueWorkflowTransitions'> = bulk(issueWorkflowTransitions)

/** Creates a workflow transition by an external id, or updates it. */
export const issueWorkflowTransitionsUpsert: UpsertOf<'issueWorkflowTransitions'> =
  upsert(issueWorkflowTransitions)

/** Lists the changes of a workflow transition. */
export const issueWorkflowTransitionsHistory: HistoryOf<typeof issueWorkflowTransitions.get> = history(
  issueWorkflowTransitions.get,
)
