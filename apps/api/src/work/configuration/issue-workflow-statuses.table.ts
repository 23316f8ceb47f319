import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { issueStatuses } from './issue-statuses.table.ts'
import { issueWorkflows } from './issue-workflows.table.ts'

/** The statuses of a workflow. Exactly one is initial. */
export const issueWorkflowStatuses = pgTable(
  'issue_workflow_statuses',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    workflow_id: ulid().notNull(),
    status_id: ulid().notNull(),
    /** True for the status of new issues. */
    is_initial: boolean().notNull().default(false),
    /** True for a status in which changes and service requests wait for approval. */
    waits_for_approval: boolean().notNull().default(false),
    position: integer().notNull().default(100),
  },
  (table) => [
    unique('issue_workflow_statuses__status_id__unique').on(
      table.tenant_id,
      table.workflow_id,
      table.status_id,
    ),
    /** A foreign key of issues refers to these columns, so that the status of an issue belongs to its workflow. */
    unique('issue_workflow_statuses__workflow_id__unique').on(table.workflow_id, table.status_id),
    uniqueIndex('issue_workflow_statuses__is_initial__unique')
      .on(table.tenant_id, table.workflow_id)
      .where(sql`is_initial`),
    index('issue_workflow_statuses_tenant').on(table.tenant_id, table.id),
    index('issue_workflow_statuses_position').on(table.tenant_id, table.position, table.id),
    index('issue_workflow_statuses_status').on(table.status_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_workflow_statuses__workflow_id__reference',
      columns: [table.tenant_id, table.workflow_id],
      foreignColumns: [issueWorkflows.tenant_id, issueWorkflows.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issue_workflow_statuses__status_id__reference',
      columns: [table.status_id],
      foreignColumns: [issueStatuses.id],
    }).onDelete('restrict'),
  ],
)
