import { assignmentStatuses } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { day, decimal, instant, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { employmentAssignmentTypes } from './employment-assignment-types.table.ts'
import { schoolCalendars } from './school-calendars.table.ts'
import { schoolEmployments } from './school-employments.table.ts'

/** Work of an employee at a school in a school year. */
export const employmentAssignments = pgTable(
  'employment_assignments',
  {
    ...ownedColumns(),
    school_employment_id: ulid().notNull(),
    /** Copied from the employment, so that lists can use an index; school and year are copied from the calendar. */
    person_id: ulid().notNull(),
    calendar_id: ulid().notNull(),
    school_id: ulid().notNull(),
    school_year_id: ulid().notNull(),
    assignment_type_id: ulid().notNull(),
    position_title: text(),
    is_primary: boolean().notNull().default(false),
    order: integer().notNull().default(1),
    full_time_equivalency: decimal(),
    status: oneOf(assignmentStatuses).notNull().default('planned'),
    start_date: day(),
    end_date: day(),
    end_reason: text(),
    started_at: instant(),
    ended_at: instant(),
    reactivated_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'employment_assignments_pkey', columns: [table.tenant_id, table.id] }),
    index('employment_assignments_employment').on(table.tenant_id, table.school_employment_id, table.id),
    index('employment_assignments_holder').on(table.tenant_id, table.school_employment_id, table.person_id),
    index('employment_assignments_person').on(table.tenant_id, table.person_id, table.id),
    index('employment_assignments_calendar').on(table.tenant_id, table.calendar_id, table.id),
    index('employment_assignments_school').on(table.tenant_id, table.school_id, table.id),
    index('employment_assignments_type').on(table.assignment_type_id),
    index('employment_assignments_place').on(
      table.tenant_id,
      table.calendar_id,
      table.school_id,
      table.school_year_id,
    ),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'employment_assignments__school_employment_id__reference',
      columns: [table.tenant_id, table.school_employment_id, table.person_id],
      foreignColumns: [schoolEmployments.tenant_id, schoolEmployments.id, schoolEmployments.person_id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'employment_assignments__calendar_id__reference',
      columns: [table.tenant_id, table.calendar_id, table.school_id, table.school_year_id],
      foreignColumns: [
        schoolCalendars.tenant_id,
        schoolCalendars.id,
        schoolCalendars.school_id,
        schoolCalendars.calendar_id,
      ],
    }).onDelete('restrict'),
    foreignKey({
      name: 'employment_assignments__assignment_type_id__reference',
      columns: [table.assignment_type_id],
      foreignColumns: [employmentAssignmentTypes.id],
    }).onDelete('restrict'),
    check('employment_assignments__status__not_allowed_value', isOneOf('status', assignmentStatuses)),
    check(
      'employment_assignments__full_time_equivalency__out_of_range',
      sql`full_time_equivalency between 0 and 1`,
    ),
    check('employment_assignments__end_date__out_of_range', sql`end_date >= start_date`),
    check('employment_assignments__start_date__required', sql`status <> 'active' or start_date is not null`),
    check('employment_assignments__end_date__required', sql`status <> 'ended' or end_date is not null`),
  ],
)
