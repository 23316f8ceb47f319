import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { idAfterName, inNameOrder } from '../../db/collation.ts'
import { bytewise, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'

/** The workflows of issues. The workflows of the root tenant are shared by all tenants. */
export const issueWorkflows = pgTable(
  'issue_workflows',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    description: text(),
    /** True for the default workflow of new types. A tenant's own default takes precedence over shared workflows. */
    is_default: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('issue_workflows__key__unique').on(table.tenant_id, table.key),
    uniqueIndex('issue_workflows__is_default__unique').on(table.tenant_id).where(sql`is_default`),
    index('issue_workflows_tenant').on(table.tenant_id, table.id),
    index('issue_workflows_name').on(table.tenant_id, inNameOrder(table.name), idAfterName(table.id)),
    /** Foreign keys refer to these columns, so that the parts of a workflow belong to its tenant. */
    unique('issue_workflows_owner').on(table.id, table.tenant_id),
    tenantReference(table.tenant_id),
    check('issue_workflows__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
    check('issue_workflows__is_active__not_allowed_value', sql`is_active or not is_default`),
  ],
)
