import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag } from '../kernel/filters.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  configurationKey,
  IssueConfigurationCloneInput,
  keyedErrors,
  keyedFilters,
  keyMember,
  namedMembers,
  switchMember,
} from './issue-configuration-members.ts'

const fields = {
  ...namedMembers('Incident with approval'),
  is_default: z.boolean().meta({
    description:
      'True: the default workflow of new issue types. A tenant has one default. Setting it on one workflow clears it on the previous one.',
  }),
  is_active: switchMember,
}
const key = keyMember(['incident_with_approval'])

const issueWorkflow = z
  .object({
    ...catalogueMembers,
    key,
    ...fields,
    issue_type_keys: z
      .array(configurationKey())
      .meta({ description: 'Keys of the issue types that have this workflow.', examples: [['incident']] }),
  })
  .meta({
    id: 'IssueWorkflow',
    description: 'A workflow of issues: statuses, and the transitions between them.',
  })
const issueWorkflowCreate = z
  .strictObject({ key, ...fields, ...ownedOnCreate })
  .partial({ key: true, description: true, is_default: true, is_active: true })
  .meta({
    id: 'IssueWorkflowCreate',
    description: 'A new workflow. Its statuses and transitions are added afterwards.',
  })
const issueWorkflowUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'IssueWorkflowUpdate', description: 'Changes to a workflow. Its key is fixed.' })

export interface IssueWorkflow extends z.infer<typeof issueWorkflow> {}
export interface IssueWorkflowCreate extends z.infer<typeof issueWorkflowCreate> {}
export interface IssueWorkflowUpdate extends z.infer<typeof issueWorkflowUpdate> {}
/** A workflow of issues: statuses, and the transitions between them. */
export const IssueWorkflow: z.core.$ZodType<IssueWorkflow, IssueWorkflow> = issueWorkflow
/** A new workflow. */
export const IssueWorkflowCreate: z.core.$ZodType<IssueWorkflowCreate, IssueWorkflowCreate> =
  issueWorkflowCreate
/** A merge patch (RFC 7396) of a workflow. */
export const IssueWorkflowUpdate: z.core.$ZodType<IssueWorkflowUpdate, IssueWorkflowUpdate> =
  issueWorkflowUpdate

export const issueWorkflows = {
  ...crud({
    tag: 'Issue configuration',
    type: 'IssueWorkflow',
    types: 'IssueWorkflows',
    one: 'an issue workflow',
    many: 'issue workflows',
    paths: { collection: '/issue-workflows', item: '/issue-workflows/{issue_workflow_id}' },
    permission: 'issue_configuration',
    record: IssueWorkflow,
    create: IssueWorkflowCreate,
    update: IssueWorkflowUpdate,
    collection: collection({
      hasExternalIds: true,
      filters: { ...keyedFilters, is_default: byFlag() },
      sort: ['key', 'name', 'created_at', 'updated_at'],
      search: true,
      catalogue: true,
    }),
    errors: keyedErrors,
  }),
  clone: endpoint({
    operationId: 'cloneIssueWorkflow',
    method: 'post',
    path: '/issue-workflows/{issue_workflow_id}/clone',
    tag: 'Issue configuration',
    summary: 'Copy an issue workflow',
    description:
      'Creates a workflow of the selected tenant with the same statuses and transitions. The original may be a shared workflow. Inactive statuses are left out, with their transitions. A transition for groups that the tenant does not have becomes inactive in the copy. A transition with an inactive screen is copied without the screen.',
    permission: 'issue_configuration:write',
    body: IssueConfigurationCloneInput,
    bodyOptional: true,
    success: { status: 201, body: IssueWorkflow },
    location: '/issue-workflows/{id}',
    errors: ['already_exists'],
  }),
}

/** Writes up to 500 issue workflows in one request. */
export const issueWorkflowsBulk: BulkOf<'issueWorkflows'> = bulk(issueWorkflows)

/** Creates an issue workflow by an external id, or updates it. */
export const issueWorkflowsUpsert: UpsertOf<'issueWorkflows'> = upsert(issueWorkflows)

/** Lists the changes of an issue workflow. */
export const issueWorkflowsHistory: HistoryOf<typeof issueWorkflows.get> = history(issueWorkflows.get)
