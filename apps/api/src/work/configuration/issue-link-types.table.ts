import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytewise, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'

/** The types of links between two issues. The types of the root tenant are shared by all tenants. */
export const issueLinkTypes = pgTable(
  'issue_link_types',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    /** The names of the link as seen from the source (outward) and from the target (inward). */
    outward_name: text().notNull(),
    inward_name: text().notNull(),
    is_symmetric: boolean().notNull().default(false),
    /** True if the target cannot be closed before the source. */
    is_blocking: boolean().notNull().default(false),
    /** True if links of this type must not form a cycle. */
    is_acyclic: boolean().notNull().default(false),
    position: integer().notNull().default(100),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('issue_link_types__key__unique').on(table.tenant_id, table.key),
    index('issue_link_types_tenant').on(table.tenant_id, table.id),
    index('issue_link_types_position').on(table.tenant_id, table.position, table.id),
    /** Links contain these columns besides the id, so the columns cannot change while links of the type exist. */
    unique('issue_link_types_held').on(table.id, table.is_symmetric, table.is_acyclic),
    tenantReference(table.tenant_id),
    check('issue_link_types__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
    check(
      'issue_link_types__is_symmetric__not_allowed_value',
      sql`not is_symmetric or not (is_blocking or is_acyclic)`,
    ),
    check(
      'issue_link_types__inward_name__not_allowed_value',
      sql`not is_symmetric or inward_name = outward_name`,
    ),
  ],
)
