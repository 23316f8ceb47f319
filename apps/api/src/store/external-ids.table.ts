import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytewise, tenantColumn, ulid } from '../db/columns.ts'

/**
 * The external ids of all records, by which they are found. Triggers of the tables copy them from the column
 * `external_ids`, see `commonhold_index_external_ids`.
 */
export const externalIds = pgTable(
  'external_ids',
  {
    tenant_id: tenantColumn(),
    /** The table of the record. */
    kind: bytewise().notNull(),
    /** Source and id as `jamf:243`. */
    external_id: bytewise().notNull(),
    record_id: ulid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'external_ids__external_ids__unique',
      columns: [table.tenant_id, table.kind, table.external_id],
    }),
    index('external_ids_record').on(table.tenant_id, table.record_id),
  ],
)
