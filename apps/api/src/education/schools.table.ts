import { schoolCategories } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idAfterName, inNameOrder } from '../db/collation.ts'
import { archivedAt, isOneOf, oneOf, ownedColumns, tenantColumn, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { locations } from '../locations/locations.table.ts'
import type { UnkeyedReference } from '../store/referring-columns.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'

export const schools = pgTable(
  'schools',
  {
    ...ownedColumns(),
    name: text().notNull(),
    short_name: text(),
    code: text(),
    code_key: text().generatedAlwaysAs(sql`lower(code)`),
    category: oneOf(schoolCategories),
    location_id: ulid(),
    website: text(),
    timezone: text(),
    /** The ids in the order of the request. `school_offered_grades` contains them as references. */
    grade_level_ids: text().array().notNull().default(sql`'{}'`),
    archived_at: archivedAt(),
  },
  (table) => [
    primaryKey({ name: 'schools_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('schools__code__unique').on(table.tenant_id, table.code_key),
    index('schools_name').on(table.tenant_id, inNameOrder(table.name), idAfterName(table.id)),
    index('schools_location').on(table.tenant_id, table.location_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'schools__location_id__reference',
      columns: [table.tenant_id, table.location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('restrict'),
    check('schools__category__not_allowed_value', isOneOf('category', schoolCategories)),
  ],
)

/** The grade levels that a school offers, one row each, so that foreign keys prevent their deletion. */
export const schoolOfferedGrades = pgTable(
  'school_offered_grades',
  {
    tenant_id: tenantColumn(),
    school_id: ulid().notNull(),
    grade_level_id: ulid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'school_offered_grades_pkey',
      columns: [table.tenant_id, table.school_id, table.grade_level_id],
    }),
    index('school_offered_grades_grade_level').on(table.grade_level_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'school_offered_grades__school_id__reference',
      columns: [table.tenant_id, table.school_id],
      foreignColumns: [schools.tenant_id, schools.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'school_offered_grades__grade_level_id__reference',
      columns: [table.grade_level_id],
      foreignColumns: [schoolGradeLevels.id],
    }).onDelete('restrict'),
  ],
)

/** The reference of a grade level to its school. A catalogue cannot have a foreign key to a table of tenants. */
export const schoolsOfGradeLevels: UnkeyedReference = {
  column: schoolGradeLevels.school_id,
  tables: [schools],
}
