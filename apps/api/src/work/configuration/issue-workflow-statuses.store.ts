import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { Store } from '../../store/store.ts'
import { issueStatusStore } from './issue-statuses.store.ts'
import { issueWorkflowStatuses } from './issue-workflow-statuses.table.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

export const issueWorkflowStatusStore = new Store({
  table: issueWorkflowStatuses,
  record: 'issue_workflow_status',
  kind: 'catalogue',
  references: { workflow_id: issueWorkflowStore, status_id: issueStatusStore },
})

/** The number of other statuses of a workflow, and the number of its transitions that refer to this status. */
export const usesOfWorkflowStatus = sqlStatement<{ statuses: number; transitions: number }>(sql`
  select (select count(*)::int from issue_workflow_statuses s
           where s.tenant_id = ${tenantId} and s.workflow_id = ${sql.placeholder('workflow_id')}
             and s.status_id <> ${sql.placeholder('status_id')}) as statuses,
         (select count(*)::int from issue_workflow_transitions t
           where t.tenant_id = ${tenantId} and t.workflow_id = ${sql.placeholder('workflow_id')}
             and ${sql.placeholder('status_id')} in (t.from_status_id, t.to_status_id)) as transitions`)

/** The given statuses that belong to the workflow. */
export const statusesOfWorkflow = sqlStatement<{ status_id: string }>(sql`
  select status_id from issue_workflow_statuses
   where tenant_id = ${tenantId} and workflow_id = ${sql.placeholder('workflow_id')}
     and status_id = any(${sql.placeholder('status_ids')}::text[])`)
