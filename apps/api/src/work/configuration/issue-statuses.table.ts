import { issueStatusCategories } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytewise, isOneOf, oneOf, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'

/** The statuses of issues. The statuses of the root tenant are shared by all tenants. */
export const issueStatuses = pgTable(
  'issue_statuses',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    description: text(),
    category: oneOf(issueStatusCategories).notNull(),
    is_closed: boolean().notNull().generatedAlwaysAs(sql`category in ('completed', 'cancelled')`),
    /** True if time in this status does not count as working time. */
    pauses_clock: boolean().notNull().default(false),
    /** True if issues in this status can be moved, but not changed otherwise. */
    is_readonly: boolean().notNull().default(false),
    color: text(),
    position: integer().notNull().default(100),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('issue_statuses__key__unique').on(table.tenant_id, table.key),
    index('issue_statuses_tenant').on(table.tenant_id, table.id),
    index('issue_statuses_position').on(table.tenant_id, table.position, table.id),
    /** The foreign key of issues refers to these columns: issues contain the key and the category besides the id. */
    unique('issue_statuses_held').on(table.id, table.key, table.category),
    tenantReference(table.tenant_id),
    check('issue_statuses__category__not_allowed_value', isOneOf('category', issueStatusCategories)),
    check('issue_statuses__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
  ],
)
