import { z } from 'zod'
import { issueStatusBrief, issueWorkflowBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag, byReference, byTime } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, idOrKey, instant, keyOrId } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { positionMember } from './issue-configuration-members.ts'

const fields = {
  is_initial: z.boolean().meta({
    description:
      'True: new issues begin in this status. A workflow has exactly one initial status; by default, it is the status that was added first. Setting it on one status clears it on the previous one.',
  }),
  waits_for_approval: z.boolean().meta({
    description:
      'True: changes and service requests wait for approval in this status. They can enter it only if an approver can vote, and can go on from it only when they are approved.',
  }),
  position: positionMember,
}

/** References to the workflow and the status. Either name of a member accepts a key or an id. */
const named = {
  workflow_id: idOrKey('the workflow, which must belong to the tenant'),
  workflow: keyOrId('the workflow, which must belong to the tenant'),
  status_id: idOrKey('the status'),
  status: keyOrId('the status'),
}

/** The records that a request can include in a workflow status. */
export const issueWorkflowStatusIncludes = includes('IssueWorkflowStatus', {
  workflow_record: issueWorkflowBrief,
  status_record: issueStatusBrief,
})

const issueWorkflowStatus = z
  .object({
    ...catalogueMembers,
    workflow_id: id().meta({ description: 'Id of the workflow.' }),
    status_id: id().meta({ description: 'Id of the status.' }),
    ...fields,
    ...issueWorkflowStatusIncludes.members,
  })
  .meta({ id: 'IssueWorkflowStatus', description: 'A status of a workflow.' })
const issueWorkflowStatusCreate = z
  .strictObject({
    ...named,
    ...fields,
    ...ownedOnCreate,
  })
  .partial({
    workflow_id: true,
    workflow: true,
    status_id: true,
    status: true,
    is_initial: true,
    waits_for_approval: true,
    position: true,
  })
  .meta({
    id: 'IssueWorkflowStatusCreate',
    description:
      'A new status of a workflow. Needs `workflow_id` or `workflow`, and `status_id` or `status`; each accepts a key or an id.',
  })
const issueWorkflowStatusUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'IssueWorkflowStatusUpdate',
    description: 'Changes to a status of a workflow. `workflow_id` and `status_id` cannot be changed.',
  })

export interface IssueWorkflowStatus extends z.infer<typeof issueWorkflowStatus> {}
export interface IssueWorkflowStatusCreate extends z.infer<typeof issueWorkflowStatusCreate> {}
export interface IssueWorkflowStatusUpdate extends z.infer<typeof issueWorkflowStatusUpdate> {}
/** A status of a workflow. */
export const IssueWorkflowStatus: z.core.$ZodType<IssueWorkflowStatus, IssueWorkflowStatus> =
  issueWorkflowStatus
/** A new status of a workflow. */
export const IssueWorkflowStatusCreate: z.core.$ZodType<
  IssueWorkflowStatusCreate,
  IssueWorkflowStatusCreate
> = issueWorkflowStatusCreate
/** A merge patch (RFC 7396) of a status of a workflow. */
export const IssueWorkflowStatusUpdate: z.core.$ZodType<
  IssueWorkflowStatusUpdate,
  IssueWorkflowStatusUpdate
> = issueWorkflowStatusUpdate

export const issueWorkflowStatuses = crud({
  tag: 'Issue configuration',
  type: 'IssueWorkflowStatus',
  types: 'IssueWorkflowStatuses',
  one: 'a workflow status',
  many: 'workflow statuses',
  paths: {
    collection: '/issue-workflow-statuses',
    item: '/issue-workflow-statuses/{issue_workflow_status_id}',
  },
  permission: 'issue_configuration',
  record: IssueWorkflowStatus,
  create: IssueWorkflowStatusCreate,
  update: IssueWorkflowStatusUpdate,
  collection: collection({
    hasExternalIds: true,
    include: issueWorkflowStatusIncludes.include,
    filters: {
      workflow_id: byReference('the workflow'),
      status_id: byReference('the status'),
      is_initial: byFlag(),
      waits_for_approval: byFlag(),
      created_at: byTime(instant()),
      updated_at: byTime(instant()),
    },
    sort: ['position', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    catalogue: true,
  }),
  errors: {
    create: ['already_exists', 'read_only_shared_record'],
    delete: ['dependent_item_exists'],
  },
})

/** Writes up to 500 workflow statuses in one request. */
export const issueWorkflowStatusesBulk: BulkOf<'issueWorkflowStatuses'> = bulk(issueWorkflowStatuses)

/** Creates a workflow status by an external id, or updates it. */
export const issueWorkflowStatusesUpsert: UpsertOf<'issueWorkflowStatuses'> = upsert(issueWorkflowStatuses)

/** Lists the changes of a workflow status. */
export const issueWorkflowStatusesHistory: HistoryOf<typeof issueWorkflowStatuses.get> = history(
  issueWorkflowStatuses.get,
)
