import type { SchoolEmployment } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { personStore } from '../census/persons.store.ts'
import { tenantId } from '../db/tenant.ts'
import { Store } from '../store/store.ts'
import { schoolEmployments } from './school-employments.table.ts'
import { schoolStore } from './schools.store.ts'

export const schoolEmploymentStore = new Store({
  table: schoolEmployments,
  record: 'school_employment',
  visibleWith: ['employments:read', 'employments:write'],
  kind: 'owned',
  references: { person_id: personStore, school_id: schoolStore },
  computed: {
    periods: sql<SchoolEmployment['periods']>`(
      select coalesce(jsonb_agg(jsonb_build_object('hire_date', p.hire_date, 'end_date', p.end_date,
               'separation_type', p.separation_type, 'separation_reason', p.separation_reason) order by p.hire_date, p.id), '[]')
        from school_employment_periods p
       where p.tenant_id = ${tenantId} and p.school_employment_id = school_employments.id)`.as('periods'),
  },
  keys: { employee_number: schoolEmployments.employee_key },
  searched: [
    schoolEmployments.employee_number,
    schoolEmployments.position_title,
    schoolEmployments.department,
  ],
})

/** An employment with its periods. */
export type SchoolEmploymentRow = Awaited<ReturnType<typeof schoolEmploymentStore.get>>
