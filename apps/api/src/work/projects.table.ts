import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { archivedAt, bytewise, ownedColumns, ulid } from '../kernel/columns.ts'
import { tenantReference } from '../kernel/tenants.table.ts'

/** Projects; the root tenant's are shared by all. */
export const projects = pgTable(
  'projects',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    description: text(),
    archived_at: archivedAt(),
  },
  (table) => [
    uniqueIndex('projects__key__unique').on(table.tenant_id, table.key),
    uniqueIndex('projects__name__unique').on(table.tenant_id, table.name_key),
    tenantReference(table.tenant_id),
  ],
)
