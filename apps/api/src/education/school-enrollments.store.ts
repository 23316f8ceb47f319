import type { SchoolEnrollment } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { personStore } from '../census/persons.store.ts'
import { tenantId } from '../db/tenant.ts'
import { Store } from '../store/store.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolEnrollments } from './school-enrollments.table.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolStore } from './schools.store.ts'

export const schoolEnrollmentStore = new Store({
  table: schoolEnrollments,
  record: 'school_enrollment',
  visibleWith: ['education:read', 'education:write'],
  kind: 'owned',
  references: {
    person_id: personStore,
    calendar_id: schoolCalendarStore,
    school_id: schoolStore,
    school_year_id: schoolYearStore,
    grade_level_id: schoolGradeLevelStore,
  },
  computed: {
    periods: sql<SchoolEnrollment['periods']>`(
      select coalesce(jsonb_agg(jsonb_build_object('entry_date', p.entry_date, 'entry_type', p.entry_type,
               'exit_date', p.exit_date, 'exit_type', p.exit_type, 'reason', p.reason) order by p.entry_date, p.id), '[]')
        from school_enrollment_periods p
       where p.tenant_id = ${tenantId} and p.school_enrollment_id = school_enrollments.id)`.as('periods'),
  },
})

/** An enrollment with its periods. */
export type SchoolEnrollmentRow = Awaited<ReturnType<typeof schoolEnrollmentStore.get>>
