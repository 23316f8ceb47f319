import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { archivedAt, day, ownedColumns } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'

export const schoolYears = pgTable(
  'school_years',
  {
    ...ownedColumns(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    start: day().notNull(),
    end: day().notNull(),
    is_current: boolean().notNull().default(false),
    archived_at: archivedAt(),
  },
  (table) => [
    primaryKey({ name: 'school_years_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('school_years__name__unique').on(table.tenant_id, table.name_key),
    uniqueIndex('school_years__is_current__unique').on(table.tenant_id).where(sql`is_current`),
    // Target of a foreign key: calendars contain a copy of these days, and must lie between them.
    unique('school_years__start__unique').on(table.tenant_id, table.id, table.start, table.end),
    index('school_years_start').on(table.tenant_id, table.start, table.id),
    tenantReference(table.tenant_id),
    check('school_years__end__out_of_range', sql`"start" < "end"`),
    check('school_years__archived_at__must_be_null', sql`not is_current or archived_at is null`),
  ],
)
