import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { idAfterName, inNameOrder } from '../../db/collation.ts'
import { bytewise, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'

/** The forms for creating, changing or moving issues. The screens of the root tenant are shared by all tenants. */
export const issueScreens = pgTable(
  'issue_screens',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    description: text(),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('issue_screens__key__unique').on(table.tenant_id, table.key),
    index('issue_screens_tenant').on(table.tenant_id, table.id),
    index('issue_screens_name').on(table.tenant_id, inNameOrder(table.name), idAfterName(table.id)),
    /** Foreign keys refer to these columns, so that the fields of a screen belong to its tenant. */
    unique('issue_screens_owner').on(table.id, table.tenant_id),
    tenantReference(table.tenant_id),
    check('issue_screens__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
  ],
)
