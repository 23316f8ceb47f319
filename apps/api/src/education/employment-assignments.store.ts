import type { EmploymentAssignment } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { personStore } from '../census/persons.store.ts'
import { tenantId } from '../db/tenant.ts'
import { Store } from '../store/store.ts'
import { employmentAssignmentTypeStore } from './employment-assignment-types.store.ts'
import { employmentAssignments } from './employment-assignments.table.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolEmploymentStore } from './school-employments.store.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolStore } from './schools.store.ts'

export const employmentAssignmentStore = new Store({
  table: employmentAssignments,
  record: 'employment_assignment',
  visibleWith: ['employments:read', 'employments:write'],
  kind: 'owned',
  references: {
    school_employment_id: schoolEmploymentStore,
    person_id: personStore,
    calendar_id: schoolCalendarStore,
    school_id: schoolStore,
    school_year_id: schoolYearStore,
    assignment_type_id: employmentAssignmentTypeStore,
  },
  computed: {
    warnings: sql<EmploymentAssignment['warnings']>`array(
      select 'full_time_equivalency_above_one'
       where employment_assignments.status <> 'ended'
         and employment_assignments.full_time_equivalency + (
           select coalesce(sum(o.full_time_equivalency), 0) from employment_assignments o
            where o.tenant_id = ${tenantId}
              and o.school_employment_id = employment_assignments.school_employment_id
              and o.school_year_id = employment_assignments.school_year_id
              and o.status <> 'ended' and o.id <> employment_assignments.id) > 1)`.as('warnings'),
  },
})
