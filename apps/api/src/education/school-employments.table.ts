import { employmentStatuses, employmentTypes, separationReasons, separationTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { persons } from '../census/persons.table.ts'
import { day, decimal, instant, isOneOf, oneOf, ownedColumns, tenantColumn, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { schools } from './schools.table.ts'

/** Employments of persons at schools. Hire and separation are those of the latest period. */
export const schoolEmployments = pgTable(
  'school_employments',
  {
    ...ownedColumns(),
    person_id: ulid().notNull(),
    school_id: ulid().notNull(),
    employee_number: text(),
    employee_key: text().generatedAlwaysAs(sql`lower(employee_number)`),
    employment_type: oneOf(employmentTypes),
    position_title: text(),
    department: text(),
    full_time_equivalency: decimal(),
    offer_date: day(),
    status: oneOf(employmentStatuses).notNull().default('pending'),
    hire_date: day(),
    end_date: day(),
    separation_type: oneOf(separationTypes),
    separation_reason: oneOf(separationReasons),
    hired_at: instant(),
    terminated_at: instant(),
    retired_at: instant(),
    reactivated_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'school_employments_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('school_employments__employee_number__unique').on(table.tenant_id, table.employee_key),
    // Target of a foreign key, so that an assignment has the person of its employment.
    unique('school_employments__person_id__unique').on(table.tenant_id, table.id, table.person_id),
    index('school_employments_person').on(table.tenant_id, table.person_id, table.id),
    index('school_employments_school').on(table.tenant_id, table.school_id, table.id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'school_employments__person_id__reference',
      columns: [table.tenant_id, table.person_id],
      foreignColumns: [persons.tenant_id, persons.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'school_employments__school_id__reference',
      columns: [table.tenant_id, table.school_id],
      foreignColumns: [schools.tenant_id, schools.id],
    }).onDelete('restrict'),
    check(
      'school_employments__employment_type__not_allowed_value',
      isOneOf('employment_type', employmentTypes),
    ),
    check('school_employments__status__not_allowed_value', isOneOf('status', employmentStatuses)),
    check(
      'school_employments__separation_type__not_allowed_value',
      isOneOf('separation_type', separationTypes),
    ),
    check(
      'school_employments__separation_reason__not_allowed_value',
      isOneOf('separation_reason', separationReasons),
    ),
    check(
      'school_employments__full_time_equivalency__out_of_range',
      sql`full_time_equivalency between 0 and 1`,
    ),
    check('school_employments__end_date__out_of_range', sql`end_date >= hire_date`),
    check(
      'school_employments__end_date__must_be_null',
      sql`(status in ('terminated', 'retired')) = (end_date is not null)`,
    ),
    check(
      'school_employments__hire_date__required',
      sql`hire_date is not null or status in ('pending', 'terminated')`,
    ),
  ],
)

/** The periods of an employment; at most one of them is open. */
export const schoolEmploymentPeriods = pgTable(
  'school_employment_periods',
  {
    tenant_id: tenantColumn(),
    id: ulid().notNull(),
    school_employment_id: ulid().notNull(),
    hire_date: day().notNull(),
    end_date: day(),
    separation_type: oneOf(separationTypes),
    separation_reason: oneOf(separationReasons),
  },
  (table) => [
    primaryKey({ name: 'school_employment_periods_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('school_employment_periods__end_date__unique')
      .on(table.tenant_id, table.school_employment_id)
      .where(sql`end_date is null`),
    index('school_employment_periods_employment').on(table.tenant_id, table.school_employment_id, table.id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'school_employment_periods__school_employment_id__reference',
      columns: [table.tenant_id, table.school_employment_id],
      foreignColumns: [schoolEmployments.tenant_id, schoolEmployments.id],
    }).onDelete('cascade'),
    check(
      'school_employment_periods__separation_type__not_allowed_value',
      isOneOf('separation_type', separationTypes),
    ),
    check(
      'school_employment_periods__separation_reason__not_allowed_value',
      isOneOf('separation_reason', separationReasons),
    ),
    check('school_employment_periods__end_date__out_of_range', sql`end_date >= hire_date`),
  ],
)
