import type { IssueSubtype } from '@commonhold/contract'
import { ProblemException } from '../../src/base/problem.ts'
import type {
  IssueConfiguration,
  MemberOfScreen,
  StatusOfWorkflow,
  TypeView,
} from '../../src/work/configuration/issue-configuration.rules.ts'
import type { FieldView } from '../../src/work/configuration/issue-fields.repository.ts'
import type {
  ActorRights,
  Obstacles,
  TransitionView,
} from '../../src/work/configuration/issue-transitions.rules.ts'
import type { IssueRow } from '../../src/work/issues/issues.store.ts'

/** A type with the workflow and the screens of its key. */
export const typeOf = (key: string, subtype: IssueSubtype, over: Partial<TypeView> = {}): TypeView => ({
  id: key,
  key,
  name: key,
  subtype,
  workflow_id: `${key} workflow`,
  create_screen_id: `${key} create`,
  edit_screen_id: `${key} edit`,
  hierarchy_level: 0,
  project_ids: [],
  color: null,
  position: 1,
  is_default: false,
  is_active: true,
  ...over,
})

const categories = {
  todo: 'unstarted',
  doing: 'started',
  waiting: 'started',
  done: 'completed',
  dropped: 'cancelled',
} as const

export type Status = keyof typeof categories

const statusesOf = (workflow_id: string): StatusOfWorkflow[] =>
  (Object.keys(categories) as Status[]).map((key) => ({
    workflow_id,
    id: key,
    key,
    name: key,
    category: categories[key],
    pauses_clock: key === 'waiting',
    is_initial: key === 'todo',
    waits_for_approval: key === 'waiting' && workflow_id.startsWith('change'),
    is_readonly: false,
    is_active: true,
  }))

/** A global transition, which leads to a status from any other. */
export const to = (status: Status, over: Partial<TransitionView> = {}): TransitionView => ({
  id: `to ${status}`,
  key: status,
  name: status,
  description: null,
  type: 'global',
  from_status_id: null,
  to_status_id: status,
  screen_id: null,
  position: 1,
  requires_comment: false,
  required_fields: [],
  allowed_group_ids: [],
  allowed_actors: [],
  required_permission: null,
  condition: {},
  set_fields: {},
  allowed_values: {},
  allows_open_blockers: false,
  ...over,
})

/** A member of an issue on a screen. */
export const on = (screen_id: string, path: string, over: Partial<MemberOfScreen> = {}): MemberOfScreen => ({
  screen_id,
  issue_type_id: screen_id.split(' ')[0] ?? '',
  path,
  is_required: false,
  is_read_only: false,
  is_hidden: false,
  enforce_on_update: false,
  default_value: null,
  ...over,
})

export const task = typeOf('task', 'task', { is_default: true })
export const change = typeOf('change', 'change')

/** A configuration with two types, tasks and changes. Changes wait for approval in the status `waiting`. */
export const configurationOf = (over: Partial<IssueConfiguration> = {}): IssueConfiguration => ({
  types: [task, change],
  priorities: (['high', 'medium', 'low'] as const).map((key, level) => ({
    id: key,
    key,
    name: key,
    level,
    color: null,
    position: level,
    is_default: key === 'medium',
    is_active: true,
  })),
  statuses: [task, change].flatMap(({ workflow_id }) => statusesOf(workflow_id)),
  screens: [],
  customFields: [],
  transitions: (Object.keys(categories) as Status[]).map((status) => to(status)),
  requiredFields: [],
  ...over,
})

/** An agent who may change issues, without further permissions and without groups. */
export const agentRights: ActorRights = {
  user_id: 'agent',
  group_ids: [],
  is_watcher: false,
  may_write: true,
  may_manage: false,
  may_delete: false,
}

/** Nothing blocks the closing of the issue. */
export const noObstacles: Obstacles = { blockers: [], children: [], hidden_blockers: 0, hidden_children: 0 }

/** An issue in a status; by default a task. */
export const issueIn = (
  status: Status,
  { issue_type = 'task', ...over }: Partial<IssueRow> = {},
): IssueRow => ({
  id: 'issue',
  tenant_id: 'tenant',
  project_id: 'project',
  number: 1,
  key: 'P-1',
  issue_type_id: issue_type,
  issue_type,
  subtype: issue_type === 'change' ? 'change' : 'task',
  workflow_id: `${issue_type} workflow`,
  title: 'Title',
  description: null,
  status_id: status,
  status,
  status_category: categories[status],
  is_closed: categories[status] === 'completed' || categories[status] === 'cancelled',
  priority_id: 'medium',
  priority: 'medium',
  priority_level: 1,
  reporter_id: 'reporter',
  assignee_id: null,
  assignee_group_id: null,
  parent_id: null,
  start_date: null,
  due_date: null,
  opened_at: '2024-05-05T12:00:00.000Z',
  first_responded_at: null,
  resolved_at: null,
  closed_at: null,
  resolution: null,
  details: {},
  custom_fields: {},
  external_ids: [],
  labels: [],
  asset_ids: [],
  configuration_item_ids: [],
  requester_person_id: null,
  requested_for_person_id: null,
  resume_at: null,
  detected_at: null,
  acknowledged_at: null,
  restored_at: null,
  known_error_at: null,
  planned_start_at: null,
  planned_end_at: null,
  actual_start_at: null,
  actual_end_at: null,
  fulfilled_at: null,
  is_shared: false,
  watcher_count: 0,
  comment_count: 0,
  archived_at: null,
  version: 1,
  created_at: '2024-05-05T12:00:00.000Z',
  created_by: 'creator',
  updated_at: '2024-05-05T12:00:00.000Z',
  ...over,
})

/** A custom field of all types of issues; by default a text. */
export const fieldView = (key: string, over: Partial<FieldView> = {}): FieldView => ({
  id: key,
  key,
  name: key,
  type: 'text',
  path: `custom_fields.${key}`,
  options: [],
  minimum: null,
  maximum: null,
  min_length: null,
  max_length: null,
  pattern: null,
  json_schema: null,
  is_system: false,
  is_required: false,
  is_unique: false,
  default_value: null,
  issue_type_ids: [],
  is_active: true,
  ...over,
})

/** The result of a decision, or the code of the problem that it throws. */
export function outcomeOf<T>(decide: () => T): T | string {
  try {
    return decide()
  } catch (error) {
    if (error instanceof ProblemException) return error.code
    throw error
  }
}
