import { schoolCalendarTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { day, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { schoolYears } from './school-years.table.ts'
import { schools } from './schools.table.ts'

/** Calendars: the days of a school year at one school. */
export const schoolCalendars = pgTable(
  'school_calendars',
  {
    ...ownedColumns(),
    school_id: ulid().notNull(),
    /** The school year. */
    calendar_id: ulid().notNull(),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`lower(name)`),
    calendar_type: oneOf(schoolCalendarTypes).notNull().default('school'),
    start_date: day().notNull(),
    end_date: day().notNull(),
    /** Copied from the year, and updated with it, so that a check constraint can compare the days. */
    year_start: day().notNull(),
    year_end: day().notNull(),
    is_default: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'school_calendars_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('school_calendars__name__unique').on(
      table.tenant_id,
      table.school_id,
      table.calendar_id,
      table.name_key,
    ),
    uniqueIndex('school_calendars__is_default__unique')
      .on(table.tenant_id, table.school_id, table.calendar_id)
      .where(sql`is_default`),
    // Target of foreign keys, so that enrollments and assignments have the school and the year of their calendar.
    unique('school_calendars__school_id__unique').on(
      table.tenant_id,
      table.id,
      table.school_id,
      table.calendar_id,
    ),
    index('school_calendars_school').on(table.tenant_id, table.school_id, table.id),
    index('school_calendars_year').on(table.tenant_id, table.calendar_id, table.id),
    index('school_calendars_year_days').on(
      table.tenant_id,
      table.calendar_id,
      table.year_start,
      table.year_end,
    ),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'school_calendars__school_id__reference',
      columns: [table.tenant_id, table.school_id],
      foreignColumns: [schools.tenant_id, schools.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'school_calendars__calendar_id__reference',
      columns: [table.tenant_id, table.calendar_id, table.year_start, table.year_end],
      foreignColumns: [schoolYears.tenant_id, schoolYears.id, schoolYears.start, schoolYears.end],
    })
      .onDelete('restrict')
      .onUpdate('cascade'),
    check(
      'school_calendars__calendar_type__not_allowed_value',
      isOneOf('calendar_type', schoolCalendarTypes),
    ),
    check('school_calendars__start_date__out_of_range', sql`start_date >= year_start`),
    check('school_calendars__end_date__out_of_range', sql`end_date <= year_end and end_date >= start_date`),
  ],
)
