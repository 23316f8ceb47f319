import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { archivedAt, bytewise, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { users } from './users.table.ts'

/** Projects. All tenants share the projects of the root tenant. */
export const projects = pgTable(
  'projects',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    key: bytewise().notNull(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    description: text(),
    lead_id: ulid(),
    default_assignee_id: ulid(),
    archived_at: archivedAt(),
  },
  (table) => [
    uniqueIndex('projects__key__unique').on(table.tenant_id, table.key),
    uniqueIndex('projects__name__unique').on(table.tenant_id, table.name_key),
    index('projects_tenant').on(table.tenant_id, table.id),
    index('projects_lead').on(table.lead_id),
    index('projects_default_assignee').on(table.default_assignee_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'projects__lead_id__reference',
      columns: [table.lead_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'projects__default_assignee_id__reference',
      columns: [table.default_assignee_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    check('projects__key__invalid_format', sql`key ~ '^[A-Z][A-Z0-9]{1,11}$'`),
  ],
)
