import type { IssueSubtype } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type FieldError, invalid } from '../../base/problem.ts'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { inUse, shared, visible } from '../projects/visibility.ts'
import { ofType } from './issue-fields.repository.ts'
import type { StatusView } from './issue-lifecycle.rules.ts'
import type { TransitionView } from './issue-transitions.rules.ts'

/** An issue type as the rules for issues need it. */
export interface TypeView {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly subtype: IssueSubtype
  readonly workflow_id: string
  readonly create_screen_id: string | null
  readonly edit_screen_id: string | null
  /** -1 = part of another, 0 = standard, 1 = contains others. */
  readonly hierarchy_level: number
  /** The projects in which it is used; none = all. */
  readonly project_ids: readonly string[]
  readonly color: string | null
  readonly position: number
  readonly is_default: boolean
  readonly is_active: boolean
}

/** A priority as the rules for issues need it. */
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

/** The tenant's own come before the shared ones. */
const ownFirst = (alias: string) => sql`${shared(alias)}, ${sql.raw(`${alias}.position, ${alias}.id`)}`

const types = sqlStatement<TypeView>(sql`
  select t.id, t.key, t.name, t.subtype, t.workflow_id, t.create_screen_id, t.edit_screen_id,
         t.hierarchy_level, t.color, t.position, t.is_default, ${inUse('t')} as is_active,
         array(select p.project_id from issue_type_projects p
                where p.tenant_id = current_setting('app.tenant_id') and p.issue_type_id = t.id) as project_ids
    from issue_types t where ${visible('t')} order by ${ownFirst('t')}`)

const priorities = sqlStatement<PriorityView>(sql`
  select p.id, p.key, p.name, p.level, p.color, p.position, p.is_default, p.is_active
    from issue_priorities p where ${visible('p')} order by ${ownFirst('p')}`)

const statuses = sqlStatement<WorkflowStatusView>(sql`
  select s.id, s.key, s.name, s.category, s.pauses_clock, s.is_readonly, s.is_active, w.is_initial, w.waits_for_approval
    from issue_workflow_statuses w join issue_statuses s on s.id = w.status_id
   where w.workflow_id = ${sql.placeholder('workflow_id')} and ${visible('w')} and ${visible('s')}
   order by w.position, w.id`)

const transitions = sqlStatement<TransitionView>(sql`
  select t.id, t.key, t.name, t.description, t.type, t.from_status_id, t.to_status_id, t.screen_id, t.position,
         t.requires_comment, t.required_fields, t.allowed_group_ids, t.allowed_actors, t.required_permission,
         t.condition, t.allowed_values, t.allows_open_blockers,
         case when t.set_fields = '{}' then t.set_fields
              else t.set_fields - array(select f.path from issue_fields f
                                         where ${visible('f')} and not f.is_system and not (f.is_active and ${ofType})) end as set_fields
    from issue_workflow_transitions t
   where t.workflow_id = ${sql.placeholder('workflow_id')} and ${visible('t')} and t.is_active
     and (t.from_status_id is null or t.from_status_id = ${sql.placeholder('status_id')})
     and t.to_status_id <> ${sql.placeholder('status_id')}
   order by t.position, t.id`)

/** Every issue type that the tenant sees. */
export const typesOf = (reader: Reader) => reader.run(types)

/** Whether issues of the project can have the type. */
export const isOfProject = ({ project_ids }: Pick<TypeView, 'project_ids'>, projectId: string) =>
  project_ids.length === 0 || project_ids.includes(projectId)

/** Every priority that the tenant sees. */
export const prioritiesOf = (reader: Reader) => reader.run(priorities)

/** The statuses of a workflow, in their order. */
export const statusesOf = (reader: Reader, workflowId: string) =>
  reader.run(statuses, { workflow_id: workflowId })

/** The type and the status of an issue. */
interface Position {
  readonly issue_type_id: string
  readonly status_id: string
}

/** The transitions of a workflow that leave the status of an issue, with the values that they set in issues of its type. */
export const transitionsFrom = (
  reader: Reader,
  workflow_id: string,
  { issue_type_id: type_id, status_id }: Position,
) => reader.run(transitions, { workflow_id, status_id, type_id })

interface Keyed {
  readonly key: string
  readonly is_active: boolean
}

/** The active record with the key; otherwise an error that lists the allowed keys. */
export function withKey<R extends Keyed>(rows: readonly R[], field: string, key: string): R {
  const found = rows.find((row) => row.is_active && row.key === key)
  if (found) return found
  throw invalid(...keyErrors(rows, field, key))
}

/** The error of a key that no active record has, with the allowed keys. None when no key is given. */
export function keyErrors(rows: readonly Keyed[], field: string, key: string | undefined): FieldError[] {
  const allowed = [...new Set(rows.filter(({ is_active }) => is_active).map((row) => row.key))]
  if (key === undefined || allowed.includes(key)) return []
  return [{ field, code: 'not_allowed_value', message: `must be one of ${allowed.join(', ')}`, allowed }]
}
