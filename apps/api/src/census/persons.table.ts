import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { archivedAt, ownedColumns } from '../kernel/columns.ts'
import { tenantReference } from '../kernel/tenants.table.ts'

/** People that the tenant knows, whether or not they have accounts. */
export const persons = pgTable('persons', { ...ownedColumns(), archived_at: archivedAt() }, (table) => [
  primaryKey({ name: 'persons_pkey', columns: [table.tenant_id, table.id] }),
  tenantReference(table.tenant_id),
])
