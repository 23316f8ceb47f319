import { approvalVotes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, isOneOf, oneOf, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { users } from '../../system/users.table.ts'
import { issues } from '../issues/issues.table.ts'

/** The votes of the approvers of issues: one for each user in `details.approver_ids`. */
export const issueApprovals = pgTable(
  'issue_approvals',
  {
    ...ownedColumns(),
    issue_id: ulid().notNull(),
    approver_id: ulid().notNull(),
    status: oneOf(approvalVotes).notNull().default('pending'),
    comment: text(),
    decided_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'issue_approvals_pkey', columns: [table.tenant_id, table.id] }),
    unique('issue_approvals__approver_id__unique').on(table.tenant_id, table.issue_id, table.approver_id),
    index('issue_approvals_approver').on(table.approver_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_approvals__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_approvals__approver_id__reference',
      columns: [table.approver_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    check('issue_approvals__status__not_allowed_value', isOneOf('status', approvalVotes)),
    check('issue_approvals__decided_at__required', sql`status = 'pending' or decided_at is not null`),
  ],
)
