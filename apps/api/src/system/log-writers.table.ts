import { foreignKey, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { tenantColumn, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'
import { users } from './users.table.ts'

/** Users who have written in a tenant, according to months of the audit log that were dropped. */
export const logWriters = pgTable(
  'log_writers',
  { tenant_id: tenantColumn(), user_id: ulid().notNull() },
  (table) => [
    primaryKey({ name: 'log_writers_pkey', columns: [table.tenant_id, table.user_id] }),
    index('log_writers_user').on(table.user_id),
    foreignKey({
      name: 'log_writers__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'log_writers__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)
