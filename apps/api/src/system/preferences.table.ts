import { dateFormats, themes, timeFormats, watchOccasions, weekStarts } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { isOneOf, json, oneOf, recordColumns, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'
import { projects } from './projects.table.ts'
import { users } from './users.table.ts'

/** The preferences of users; `id` is the user's. A user who never changed anything has no row. */
export const preferences = pgTable(
  'preferences',
  {
    ...recordColumns(),
    id: ulid().primaryKey(),
    default_tenant_id: ulid(),
    default_project_id: ulid(),
    locale: text(),
    timezone: text(),
    date_format: oneOf(dateFormats).notNull().default('yyyy_mm_dd'),
    time_format: oneOf(timeFormats).notNull().default('h24'),
    week_start: oneOf(weekStarts).notNull().default('monday'),
    theme: oneOf(themes).notNull().default('system'),
    auto_watch_on: text({ enum: watchOccasions })
      .array()
      .notNull()
      .default(sql`'{issue_created,issue_commented,issue_assigned}'`),
    page_size: integer().notNull().default(50),
    extra: json<Record<string, string | number | boolean | null | unknown[] | Record<string, unknown>>>()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    index('preferences_default_tenant').on(table.default_tenant_id),
    index('preferences_default_project').on(table.default_project_id),
    foreignKey({
      name: 'preferences__id__reference',
      columns: [table.id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'preferences__default_tenant_id__reference',
      columns: [table.default_tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('set null'),
    foreignKey({
      name: 'preferences__default_project_id__reference',
      columns: [table.default_project_id],
      foreignColumns: [projects.id],
    }).onDelete('set null'),
    check('preferences__date_format__not_allowed_value', isOneOf('date_format', dateFormats)),
    check('preferences__time_format__not_allowed_value', isOneOf('time_format', timeFormats)),
    check('preferences__week_start__not_allowed_value', isOneOf('week_start', weekStarts)),
    check('preferences__theme__not_allowed_value', isOneOf('theme', themes)),
    check('preferences__page_size__out_of_range', sql`page_size between 1 and 500`),
  ],
)
