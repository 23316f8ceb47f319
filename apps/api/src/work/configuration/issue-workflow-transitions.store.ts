import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { Store } from '../../store/store.ts'
import { groupReferences } from '../../system/groups.store.ts'
import type { FieldDefinition } from '../fields/custom-fields.rules.ts'
import { shared, visible } from '../projects/visibility.repository.ts'
import { issueScreenStore } from './issue-screens.store.ts'
import { issueStatusStore } from './issue-statuses.store.ts'
import { issueWorkflowTransitions } from './issue-workflow-transitions.table.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

export const issueWorkflowTransitionStore = new Store({
  table: issueWorkflowTransitions,
  record: 'issue_workflow_transition',
  kind: 'catalogue',
  references: {
    workflow_id: issueWorkflowStore,
    from_status_id: issueStatusStore,
    to_status_id: issueStatusStore,
    screen_id: issueScreenStore,
  },
  searched: [
    issueWorkflowTransitions.key,
    issueWorkflowTransitions.name,
    issueWorkflowTransitions.description,
  ],
})

/** A field that a transition names by its key, or by the path of its value. */
export interface NamedField extends FieldDefinition {
  readonly id: string
  readonly key: string
  readonly path: string
  readonly is_system: boolean
  readonly is_unique: boolean
  readonly is_required: boolean
}

/** The fields with these keys or paths. The tenant's own fields come before shared fields. */
export const fieldsNamed = sqlStatement<NamedField>(sql`
  select id, key, path, is_system, is_unique, is_required, type, options, minimum, maximum, min_length, max_length,
         pattern, json_schema
    from issue_fields
   where ${visible('issue_fields')}
     and (key = any(${sql.placeholder('keys')}::text[]) or path = any(${sql.placeholder('paths')}::text[]))
   order by ${shared('issue_fields')}, id`)

/** The groups of `ids` that exist in the tenant. Groups in `named` must also be visible to the caller. */
export const groupsInUse = sqlStatement<{ id: string; archived: boolean }>(sql`
  select id, archived_at is not null as archived from groups
   where tenant_id = ${tenantId} and id = any(${sql.placeholder('ids')}::text[])
     and case when id = any(${sql.placeholder('named')}::text[]) then ${groupReferences.visibleToCaller()} else true end`)

/** Delete the stored references of a transition. Groups and fields with such a reference cannot be deleted. */
export const forgetNamed = [
  sqlStatement<unknown>(sql`
    delete from issue_workflow_transition_groups
     where tenant_id = ${tenantId} and transition_id = ${sql.placeholder('id')}`),
  sqlStatement<unknown>(sql`
    delete from issue_workflow_transition_fields
     where tenant_id = ${tenantId} and transition_id = ${sql.placeholder('id')}`),
]
export const recordGroups = sqlStatement<unknown>(sql`
  insert into issue_workflow_transition_groups (tenant_id, transition_id, group_id)
  select ${tenantId}, ${sql.placeholder('id')}, unnest(${sql.placeholder('group_ids')}::text[])`)
export const recordFields = sqlStatement<unknown>(sql`
  insert into issue_workflow_transition_fields (tenant_id, transition_id, field_id)
  select ${tenantId}, ${sql.placeholder('id')}, unnest(${sql.placeholder('field_ids')}::text[])`)
