import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytewise, instant, tenantColumn, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'

/**
 * The due times of records that have passed: one row for each, so that the audit log gets one entry for each. Rows are deleted
 * after 30 days.
 */
export const passedTimes = pgTable(
  'passed_times',
  {
    tenant_id: tenantColumn(),
    /** The kind of due time, such as `issue_due`. */
    kind: bytewise().notNull(),
    record_id: ulid().notNull(),
    /** The date or timestamp that has passed. If it is changed to another one, that gets a separate entry. */
    due_at: bytewise().notNull(),
    noticed_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({
      name: 'passed_times_pkey',
      columns: [table.tenant_id, table.kind, table.record_id, table.due_at],
    }),
    index('passed_times_noticed').on(table.tenant_id, table.noticed_at),
    foreignKey({
      name: 'passed_times__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
  ],
)
