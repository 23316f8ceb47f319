import type { IssueSubtype } from '@commonhold/contract'
import { type FieldError, invalid } from '../../base/problem.ts'
import type { FieldView } from './issue-fields.repository.ts'
import type { StatusView } from './issue-lifecycle.rules.ts'
import type { ScreenMember } from './issue-screens.rules.ts'
import type { TransitionView } from './issue-transitions.rules.ts'

/** The members of an issue type that the rules for issues need. */
export interface TypeView {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly subtype: IssueSubtype
  readonly workflow_id: string
  readonly create_screen_id: string | null
  readonly edit_screen_id: string | null
  /** -1 = part of another issue, 0 = standard, 1 = contains other issues. */
  readonly hierarchy_level: number
  /** The projects in which the type is used; empty = all projects. */
  readonly project_ids: readonly string[]
  readonly color: string | null
  readonly position: number
  readonly is_default: boolean
  readonly is_active: boolean
}

/** The members of a priority that the rules for issues need. */
export interface PriorityView {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly level: number
  readonly color: string | null
  readonly position: number
  readonly is_default: boolean
  readonly is_active: boolean
}

/** A status of a workflow. */
export interface WorkflowStatusView extends StatusView {
  readonly is_readonly: boolean
  readonly is_active: boolean
}

/** A status with the id of its workflow. */
export interface StatusOfWorkflow extends WorkflowStatusView {
  readonly workflow_id: string
}

/** A member on a screen, for issues of a type. */
export interface MemberOfScreen extends ScreenMember {
  readonly screen_id: string
  readonly issue_type_id: string
}

/** The configuration for one issue. All of it is read together, so that the rules need no database. */
export interface IssueConfiguration {
  readonly types: readonly TypeView[]
  readonly priorities: readonly PriorityView[]
  /** The statuses of the workflows of the types in question. */
  readonly statuses: readonly StatusOfWorkflow[]
  /** The screens of those types, and of the transitions. */
  readonly screens: readonly MemberOfScreen[]
  /** The custom fields; empty if the request cannot change any. */
  readonly customFields: readonly FieldView[]
  /** The transitions from the status of the issue; empty if no move is requested. */
  readonly transitions: readonly TransitionView[]
  /** The fields that those transitions require. */
  readonly requiredFields: readonly FieldView[]
}

/** The statuses of a workflow, in their order. */
export const statusesIn = ({ statuses }: IssueConfiguration, workflowId: string) =>
  statuses.filter(({ workflow_id }) => workflow_id === workflowId)

/** The fields of a screen for issues of a type; empty without an active screen. */
export const screenIn = ({ screens }: IssueConfiguration, screenId: string | null, typeId: string) =>
  screens.filter(({ screen_id, issue_type_id }) => screen_id === screenId && issue_type_id === typeId)

/** Whether issues of the project can have the type. */
export const isOfProject = ({ project_ids }: Pick<TypeView, 'project_ids'>, projectId: string) =>
  project_ids.length === 0 || project_ids.includes(projectId)

interface Keyed {
  readonly key: string
  readonly is_active: boolean
}

/** The active record with the key. Throws an error with the allowed keys if there is none. */
export function withKey<R extends Keyed>(rows: readonly R[], field: string, key: string): R {
  const found = rows.find((row) => row.is_active && row.key === key)
  if (found) return found
  throw invalid(...keyErrors(rows, field, key))
}

/** The error of a key that no active record has, with the allowed keys. Returns no error if no key is given. */
export function keyErrors(rows: readonly Keyed[], field: string, key: string | undefined): FieldError[] {
  const allowed = [...new Set(rows.filter(({ is_active }) => is_active).map((row) => row.key))]
  if (key === undefined || allowed.includes(key)) return []
  return [{ field, code: 'not_allowed_value', message: `must be one of ${allowed.join(', ')}`, allowed }]
}
