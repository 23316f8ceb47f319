import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { crud, including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { lifecycle, moveMembers, moves } from '../kernel/lifecycle.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { issueCollection, issuesOfProject } from './issue-collections.ts'
import {
  changeMessage,
  Issue,
  IssueCreate,
  IssueCreateInProject,
  IssueUpdate,
  issueIncludes,
} from './issues.ts'

const moveInput = z
  .strictObject({ ...moveMembers, change_message: changeMessage.optional() })
  .meta({ id: 'IssueMoveInput', description: 'Why an issue is archived or restored; all optional.' })
/** Circumstances of archiving or restoring an issue. */
export interface IssueMoveInput extends z.infer<typeof moveInput> {}
/** Circumstances of archiving or restoring an issue. */
export const IssueMoveInput: z.core.$ZodType<IssueMoveInput, IssueMoveInput> = moveInput

/** An issue can be archived in any status. */
export const issueLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveIssue',
      path: '/issues/{issue_id}/archive',
      summary: 'Archive an issue',
      from: ['in_use'],
      to: 'archived',
      body: IssueMoveInput,
    },
    restore: {
      operationId: 'restoreIssue',
      path: '/issues/{issue_id}/restore',
      summary: 'Restore an issue',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
      body: IssueMoveInput,
    },
  },
})

export const issues = {
  ...crud({
    tag: 'Issues',
    type: 'Issue',
    types: 'Issues',
    one: 'an issue',
    many: 'issues',
    paths: { collection: '/issues', item: '/issues/{issue_id}' },
    permission: 'issues',
    record: Issue,
    create: IssueCreate,
    update: IssueUpdate,
    collection: issueCollection,
    errors: {
      create: ['already_exists', 'cycle_detected', 'asset_not_active'],
      update: [
        'already_exists',
        'cycle_detected',
        'transition_not_available',
        'issue_blocked',
        'approval_required',
      ],
    },
  }),
  get: endpoint({
    operationId: 'getIssue',
    method: 'get',
    path: '/issues/{issue_id}',
    tag: 'Issues',
    summary: 'Read an issue',
    description:
      'Accepts the id or the key of the issue. A key that the issue had in a former project still works.',
    permission: 'issues:read',
    takesKey: 'issue_id',
    success: { status: 200, body: Issue },
    ...including(issueIncludes),
  }),
  delete: endpoint({
    operationId: 'deleteIssue',
    method: 'delete',
    path: '/issues/{issue_id}',
    tag: 'Issues',
    summary: 'Delete an issue',
    permission: 'issues:delete',
    query: z.strictObject({ change_message: changeMessage.optional() }),
    success: { status: 204 },
    errors: ['dependent_item_exists'],
  }),
  ...moves({ tag: 'Issues', permission: 'issues:write', record: Issue }, issueLifecycle),
  listMine: endpoint({
    operationId: 'listMyIssues',
    method: 'get',
    path: '/me/issues',
    tag: 'Current user',
    summary: 'List the issues of the current project',
    description:
      'Lists the issues of the project that is selected in the session or, without one, of every project that the user may read.',
    permission: 'issues:read',
    query: issueCollection.query,
    collection: issueCollection,
    success: { status: 200, body: z.array(Issue) },
  }),
}

/** The issues of one project. */
export const projectIssues = {
  list: endpoint({
    operationId: 'listIssuesOfProject',
    method: 'get',
    path: '/projects/{project_id}/issues',
    tag: 'Issues',
    summary: 'List the issues of a project',
    permission: 'issues:read',
    query: issuesOfProject.query,
    collection: issuesOfProject,
    success: { status: 200, body: z.array(Issue) },
  }),
  create: endpoint({
    operationId: 'createIssueOfProject',
    method: 'post',
    path: '/projects/{project_id}/issues',
    tag: 'Issues',
    summary: 'Create an issue in a project',
    permission: 'issues:write',
    body: IssueCreateInProject,
    success: { status: 201, body: Issue },
    location: '/issues/{issue_id}',
    errors: ['already_exists', 'cycle_detected', 'asset_not_active'],
  }),
}

/** Counts issues in groups. */
export const issuesSummary = summary(issues.list, {
  type: 'Issue',
  many: 'issues',
  values: [
    'issue_type',
    'status',
    'status_category',
    'is_closed',
    'priority',
    'project_id',
    'reporter_id',
    'assignee_id',
    'assignee_group_id',
    'parent_id',
  ],
  times: ['opened_at', 'due_date', 'first_responded_at', 'resolved_at', 'closed_at', 'created_at'],
})

/** Writes up to 500 issues in one request. */
export const issuesBulk: BulkOf<'issues'> = bulk(issues)

/** Creates an issue by an external id, or updates it. */
export const issuesUpsert: UpsertOf<'issues'> = upsert(issues)
