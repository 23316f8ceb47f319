import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytewise, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'

/** Grade levels, each with the next one. All tenants share those of the root tenant. */
export const schoolGradeLevels = pgTable(
  'school_grade_levels',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    /**
     * The only school that may use it; null means every school. A catalogue cannot have a foreign key to tables of tenants, so
     * handlers lock the school instead.
     */
    school_id: ulid(),
    key: bytewise().notNull(),
    name: text().notNull(),
    short_name: text(),
    sequence: integer().notNull().default(100),
    next_grade_level_id: ulid(),
    is_final: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('school_grade_levels__key__unique').on(table.tenant_id, table.key),
    index('school_grade_levels_tenant').on(table.tenant_id, table.id),
    index('school_grade_levels_sequence').on(table.tenant_id, table.sequence, table.id),
    index('school_grade_levels_school').on(table.tenant_id, table.school_id, table.id),
    index('school_grade_levels_next').on(table.next_grade_level_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'school_grade_levels__next_grade_level_id__reference',
      columns: [table.next_grade_level_id],
      foreignColumns: [table.id],
    }).onDelete('restrict'),
    check('school_grade_levels__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
    check(
      'school_grade_levels__next_grade_level_id__must_be_null',
      sql`not is_final or next_grade_level_id is null`,
    ),
  ],
)
