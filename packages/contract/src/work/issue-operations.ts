import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud, including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import {
  byFlag,
  byLowerKey,
  byNumber,
  byReference,
  byTime,
  byUpperKey,
  byUser,
  byValue,
} from '../kernel/filters.ts'
import { lifecycle, moveMembers, moves } from '../kernel/lifecycle.ts'
import {
  day,
  instant,
  integer,
  line,
  queryAnyOf,
  reference,
  severalOf,
  text,
  userReference,
} from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { issueDetailsFilters, issueDetailsTimes } from './issue-details-filters.ts'
import { statusCategory } from './issue-status-categories.ts'
import {
  changeMessage,
  Issue,
  IssueCreate,
  IssueCreateInProject,
  IssueUpdate,
  issueIncludes,
} from './issues.ts'

const filters = {
  key: byUpperKey(),
  number: byNumber(integer()),
  project_id: byReference('the project'),
  issue_type: byLowerKey(),
  status: byLowerKey(),
  status_category: byValue(statusCategory),
  is_closed: byFlag(),
  priority: byLowerKey(),
  priority_level: byNumber(integer()),
  reporter_id: byUser('the user who reports it'),
  assignee_id: byUser('the user who works on it', { nullable: true }),
  assignee_group_id: byReference('the group that works on it', { nullable: true }),
  parent_id: byReference('the issue that it is a part of', { nullable: true }),
  start_date: byTime(day(), { nullable: true }),
  due_date: byTime(day(), { nullable: true }),
  opened_at: byTime(instant()),
  first_responded_at: byTime(instant(), { nullable: true }),
  resolved_at: byTime(instant(), { nullable: true }),
  closed_at: byTime(instant(), { nullable: true }),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
  ...issueDetailsTimes,
}

const detailsTimes = Object.keys(issueDetailsTimes)

const columns = {
  filters,
  sort: [
    'number',
    'title',
    'issue_type',
    'status',
    'priority_level',
    'start_date',
    'due_date',
    'opened_at',
    'resolved_at',
    'closed_at',
    'created_at',
    'updated_at',
    ...detailsTimes,
  ],
  archivable: true,
} as const

/** The list of issues as far as columns of the issue itself answer it. */
export const issueColumns = collection({ hasExternalIds: true, ...columns })

const asset = reference('the asset')
const item = reference('the configuration item')
const watcher = userReference('the user')

const parameters = {
  q: text(200).meta({
    description:
      'Words, or beginnings of words, that key, title, description, details, labels, searchable fields or comments hold, whatever their case and accents; the best matches come first.',
  }),
  label: queryAnyOf(line(64)).meta({ description: 'Only with this label; repeat it for any of several.' }),
  asset_id: queryAnyOf(asset).meta({ description: `Only about this asset; ${severalOf(asset)}.` }),
  configuration_item_id: queryAnyOf(item).meta({
    description: `Only about this configuration item; ${severalOf(item)}.`,
  }),
  watcher_id: queryAnyOf(watcher).meta({ description: `Only watched by this user; ${severalOf(watcher)}.` }),
  ...issueDetailsFilters,
} as const

/** Parameters that name users. */
const users = ['watcher_id', 'approver_id'] as const

const open = {
  prefix: 'cf_',
  name: 'custom_fields',
  description: [
    'Values of the tenant’s own fields, each by a parameter named `cf_` and the key of the field: `cf_room=A 12`;',
    'repeat it for any of several. Numbers, days and moments have `cf_<key>__gte` and `cf_<key>__lt`, too, and every',
    'field `cf_<key>__is_null`. `sort` takes `cf_<key>` in the first place, texts in the order of names; issues without a value come last.',
  ].join(' '),
} as const

/** How issues are listed. */
export const issueCollection = collection({
  hasExternalIds: true,
  include: issueIncludes.include,
  ...columns,
  parameters,
  users,
  open,
})

const { project_id: _, ...filtersInProject } = filters
const issuesOfProject = collection({
  hasExternalIds: true,
  include: issueIncludes.include,
  ...columns,
  filters: filtersInProject,
  parameters,
  users,
  open,
})

const moveInput = z
  .strictObject({ ...moveMembers, change_message: changeMessage.optional() })
  .meta({ id: 'IssueMoveInput', description: 'Why an issue is archived or restored; all optional.' })
/** Circumstances of archiving or restoring an issue. */
export interface IssueMoveInput extends z.infer<typeof moveInput> {}
/** Circumstances of archiving or restoring an issue. */
export const IssueMoveInput: z.core.$ZodType<IssueMoveInput, IssueMoveInput> = moveInput

/** Archiving is possible whatever the status. */
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
      'Takes the id or the key of the issue. A key that the issue had in another project still finds it.',
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
      'The issues of the project that is selected in the session; without one, of every project that the user may read.',
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

/** Counts them in groups. */
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

/** Writes many of them in one request. */
export const issuesBulk: BulkOf<'issues'> = bulk(issues)

/** Creates one by an external id, or updates it. */
export const issuesUpsert: UpsertOf<'issues'> = upsert(issues)
