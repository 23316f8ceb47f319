import { enrollmentStatuses, entryTypes, exitTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { persons } from '../census/persons.table.ts'
import { day, instant, isOneOf, oneOf, ownedColumns, tenantColumn, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { schoolCalendars } from './school-calendars.table.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'

/** Enrollments of persons at schools, per school year. Entry and exit are those of the latest period. */
export const schoolEnrollments = pgTable(
  'school_enrollments',
  {
    ...ownedColumns(),
    person_id: ulid().notNull(),
    calendar_id: ulid().notNull(),
    /** Copied from the calendar, so that lists can use an index. */
    school_id: ulid().notNull(),
    school_year_id: ulid().notNull(),
    grade_level_id: ulid(),
    status: oneOf(enrollmentStatuses).notNull().default('enrolled'),
    is_primary: boolean().notNull().default(false),
    entry_date: day().notNull(),
    entry_type: oneOf(entryTypes).notNull().default('new'),
    exit_date: day(),
    exit_type: oneOf(exitTypes),
    exit_reason: text(),
    transferred_to_enrollment_id: ulid(),
    /** The reverse of `transferred_to_enrollment_id`: the two are changed together. */
    transferred_from_enrollment_id: ulid(),
    enrolled_at: instant().notNull().default(sql`now()`),
    withdrawn_at: instant(),
    graduated_at: instant(),
    transferred_at: instant(),
    completed_at: instant(),
    reenrolled_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'school_enrollments_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('school_enrollments__person_id__unique')
      .on(table.tenant_id, table.person_id, table.calendar_id)
      .where(sql`status = 'enrolled'`),
    uniqueIndex('school_enrollments__is_primary__unique')
      .on(table.tenant_id, table.person_id, table.school_year_id)
      .where(sql`is_primary`),
    uniqueIndex('school_enrollments__transferred_to_enrollment_id__unique').on(
      table.tenant_id,
      table.transferred_to_enrollment_id,
    ),
    index('school_enrollments_person').on(table.tenant_id, table.person_id, table.id),
    index('school_enrollments_calendar').on(table.tenant_id, table.calendar_id, table.id),
    index('school_enrollments_school').on(table.tenant_id, table.school_id, table.id),
    index('school_enrollments_year').on(table.tenant_id, table.school_year_id, table.id),
    index('school_enrollments_grade_level').on(table.grade_level_id),
    index('school_enrollments_place').on(
      table.tenant_id,
      table.calendar_id,
      table.school_id,
      table.school_year_id,
    ),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'school_enrollments__person_id__reference',
      columns: [table.tenant_id, table.person_id],
      foreignColumns: [persons.tenant_id, persons.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'school_enrollments__calendar_id__reference',
      columns: [table.tenant_id, table.calendar_id, table.school_id, table.school_year_id],
      foreignColumns: [
        schoolCalendars.tenant_id,
        schoolCalendars.id,
        schoolCalendars.school_id,
        schoolCalendars.calendar_id,
      ],
    }).onDelete('restrict'),
    foreignKey({
      name: 'school_enrollments__grade_level_id__reference',
      columns: [table.grade_level_id],
      foreignColumns: [schoolGradeLevels.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'school_enrollments__transferred_to_enrollment_id__reference',
      columns: [table.tenant_id, table.transferred_to_enrollment_id],
      foreignColumns: [table.tenant_id, table.id],
    }).onDelete('restrict'),
    check('school_enrollments__status__not_allowed_value', isOneOf('status', enrollmentStatuses)),
    check('school_enrollments__entry_type__not_allowed_value', isOneOf('entry_type', entryTypes)),
    check('school_enrollments__exit_type__not_allowed_value', isOneOf('exit_type', exitTypes)),
    check('school_enrollments__exit_date__out_of_range', sql`exit_date >= entry_date`),
    check('school_enrollments__exit_date__must_be_null', sql`(status = 'enrolled') = (exit_date is null)`),
    check(
      'school_enrollments__transferred_to_enrollment_id__must_be_null',
      sql`status = 'transferred' or transferred_to_enrollment_id is null`,
    ),
  ],
)

/** The periods of an enrollment; at most one of them is open. */
export const schoolEnrollmentPeriods = pgTable(
  'school_enrollment_periods',
  {
    tenant_id: tenantColumn(),
    id: ulid().notNull(),
    school_enrollment_id: ulid().notNull(),
    entry_date: day().notNull(),
    entry_type: oneOf(entryTypes).notNull(),
    exit_date: day(),
    exit_type: oneOf(exitTypes),
    reason: text(),
  },
  (table) => [
    primaryKey({ name: 'school_enrollment_periods_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('school_enrollment_periods__exit_date__unique')
      .on(table.tenant_id, table.school_enrollment_id)
      .where(sql`exit_date is null`),
    index('school_enrollment_periods_enrollment').on(table.tenant_id, table.school_enrollment_id, table.id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'school_enrollment_periods__school_enrollment_id__reference',
      columns: [table.tenant_id, table.school_enrollment_id],
      foreignColumns: [schoolEnrollments.tenant_id, schoolEnrollments.id],
    }).onDelete('cascade'),
    check('school_enrollment_periods__entry_type__not_allowed_value', isOneOf('entry_type', entryTypes)),
    check('school_enrollment_periods__exit_type__not_allowed_value', isOneOf('exit_type', exitTypes)),
    check('school_enrollment_periods__exit_date__out_of_range', sql`exit_date >= entry_date`),
  ],
)
