import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytewise, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'

/** The priorities of issues. The priorities of the root tenant are shared by all tenants. */
export const issuePriorities = pgTable(
  'issue_priorities',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    description: text(),
    /** 1 = most urgent. */
    level: integer().notNull(),
    color: text(),
    icon: text(),
    position: integer().notNull().default(100),
    /** True for the default priority. A tenant's own default takes precedence over the shared default. */
    is_default: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('issue_priorities__key__unique').on(table.tenant_id, table.key),
    uniqueIndex('issue_priorities__is_default__unique').on(table.tenant_id).where(sql`is_default`),
    index('issue_priorities_tenant').on(table.tenant_id, table.id),
    index('issue_priorities_position').on(table.tenant_id, table.position, table.id),
    /** The foreign key of issues refers to these columns: issues contain the key and the level besides the id. */
    unique('issue_priorities_held').on(table.id, table.key, table.level),
    tenantReference(table.tenant_id),
    check('issue_priorities__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
    check('issue_priorities__is_active__not_allowed_value', sql`is_active or not is_default`),
    check('issue_priorities__level__out_of_range', sql`level between 1 and 100`),
  ],
)
