import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytewise, instant, tenantColumn, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'

/**
 * The times of records that have come: one row for each, so that the log gets one entry for each. Rows are deleted after 30
 * days.
 */
export const passedTimes = pgTable(
  'passed_times',
  {
    tenant_id: tenantColumn(),
    /** Which time of the record: `issue_due`. */
    kind: bytewise().notNull(),
    record_id: ulid().notNull(),
    /** The day or moment that has come; another one of the same record gets an entry of its own. */
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
