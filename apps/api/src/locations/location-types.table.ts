import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'

export const locationTypes = pgTable(
  'location_types',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    description: text(),
    icon: text(),
    position: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('location_types__name__unique').on(table.tenant_id, table.name_key),
    index('location_types_tenant').on(table.tenant_id, table.id),
    tenantReference(table.tenant_id),
    check('location_types__position__out_of_range', sql`position between 0 and 1000000`),
  ],
)
