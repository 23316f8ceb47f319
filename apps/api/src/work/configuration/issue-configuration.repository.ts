import { type SQL, type SQLChunk, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { inUse, shared, visible } from '../projects/visibility.repository.ts'
import type { PriorityView, TypeView, WorkflowStatusView } from './issue-configuration.rules.ts'
import { isOfType } from './issue-fields.repository.ts'
import type { TransitionView } from './issue-transitions.rules.ts'

/** Sorts the tenant's own records before shared ones. */
const ownFirst = (alias: string) => sql`${shared(alias)}, ${sql.raw(`${alias}.position, ${alias}.id`)}`

const types = sqlStatement<TypeView>(sql`
  select t.id, t.key, t.name, t.subtype, t.workflow_id, t.create_screen_id, t.edit_screen_id,
         t.hierarchy_level, t.color, t.position, t.is_default, ${inUse('t')} as is_active,
         array(select p.project_id from issue_type_projects p
                where p.tenant_id = ${tenantId} and p.issue_type_id = t.id) as project_ids
    from issue_types t where ${visible('t')} order by ${ownFirst('t')}`)

const priorities = sqlStatement<PriorityView>(sql`
  select p.id, p.key, p.name, p.level, p.color, p.position, p.is_default, p.is_active
    from issue_priorities p where ${visible('p')} order by ${ownFirst('p')}`)

/** The columns of a status `s` in a workflow `w`. */
export const columnsOfStatus = sql.raw(
  's.id, s.key, s.name, s.category, s.pauses_clock, s.is_readonly, s.is_active, w.is_initial, w.waits_for_approval',
)

const statuses = sqlStatement<WorkflowStatusView>(sql`
  select ${columnsOfStatus}
    from issue_workflow_statuses w join issue_statuses s on s.id = w.status_id
   where w.workflow_id = ${sql.placeholder('workflow_id')} and ${visible('w')} and ${visible('s')}
   order by w.position, w.id`)

/** The active transitions `t` of a workflow that leave a status. */
const leaving = (workflowId: SQLChunk, statusId: SQLChunk) => sql`issue_workflow_transitions t
   where t.workflow_id = ${workflowId} and ${visible('t')} and t.is_active
     and (t.from_status_id is null or t.from_status_id = ${statusId})
     and t.to_status_id <> ${statusId}`

/** The query of the transitions that leave a status, with the values that they set in issues of a type. */
export const transitionsQuery = (workflowId: SQLChunk, statusId: SQLChunk, typeId: SQLChunk): SQL => sql`
  select t.id, t.key, t.name, t.description, t.type, t.from_status_id, t.to_status_id, t.screen_id, t.position,
         t.requires_comment, t.required_fields, t.allowed_group_ids, t.allowed_actors, t.required_permission,
         t.condition, t.allowed_values, t.allows_open_blockers,
         case when t.set_fields = '{}' then t.set_fields
              else t.set_fields - array(select f.path from issue_fields f
                                         where ${visible('f')} and not f.is_system and not (f.is_active and ${isOfType(typeId)})) end as set_fields
    from ${leaving(workflowId, statusId)}
   order by t.position, t.id`

const transitions = sqlStatement<TransitionView>(
  transitionsQuery(sql.placeholder('workflow_id'), sql.placeholder('status_id'), sql.placeholder('type_id')),
)

/** Every issue type that is visible to the tenant, including inactive types. */
export const typesOf = (reader: Reader) => reader.run(types)

/** Every priority that is visible to the tenant, including inactive priorities. */
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
