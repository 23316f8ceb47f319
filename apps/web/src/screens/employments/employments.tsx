import type { SchoolEmployment } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { BriefcaseBusiness } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { Day } from '../../ui/day.tsx'
import { CutText, None, Status } from '../../ui/marks.tsx'
import { useSchoolFilters } from '../schools/school-filters.ts'
import { EmploymentForm } from './employment-form.tsx'
import { EmploymentLink } from './employment-link.tsx'
import { EmploymentViews } from './employment-views.tsx'
import { employmentStatuses, employmentTypes } from './words.ts'

/** The list of employments. */
export function Employments() {
  const { t } = useLingui()
  const { slug: tenant } = useTenant()
  const { school } = useSchoolFilters()
  return (
    <ListScreen<SchoolEmployment>
      name="school-employments"
      title={t`Employments`}
      beside={<EmploymentViews />}
      list={{
        page: (query, options) =>
          api.schoolEmployments.list.safe({ ...query, include: ['person', 'school'] }, options),
        csv: (query) => api.schoolEmployments.list.csv(query),
      }}
      sort="-created_at"
      filters={[
        ...school,
        {
          name: 'status',
          label: t`Status`,
          options: Object.entries(employmentStatuses).map(([value, { label }]) => ({
            value,
            text: t(label),
          })),
        },
        {
          name: 'employment_type',
          label: t`Terms`,
          options: Object.entries(employmentTypes).map(([value, label]) => ({ value, text: t(label) })),
        },
      ]}
      columns={[
        {
          id: 'person',
          title: t`Person`,
          isName: true,
          cell: ({ id, person }) => <EmploymentLink id={id} name={person?.name ?? t`Without a name`} />,
        },
        {
          id: 'school',
          title: t`School`,
          priority: 1,
          width: 'minmax(7rem, 2fr)',
          cell: ({ school }) => <span>{school?.name}</span>,
        },
        {
          id: 'position',
          title: t`Position`,
          cell: ({ position_title }) => <CutText text={position_title} />,
        },
        {
          id: 'department',
          title: t`Department`,
          sort: 'department',
          cell: ({ department }) => <CutText text={department} />,
        },
        {
          id: 'employment_type',
          title: t`Terms`,
          width: '8rem',
          cell: ({ employment_type: type }) => <span>{type ? t(employmentTypes[type]) : <None />}</span>,
        },
        {
          id: 'status',
          title: t`Status`,
          priority: 1,
          width: '8rem',
          sort: 'status',
          cell: ({ status }) => (
            <Status tone={employmentStatuses[status].tone}>{t(employmentStatuses[status].label)}</Status>
          ),
        },
        {
          id: 'hire_date',
          title: t`First day`,
          priority: 3,
          width: '8rem',
          sort: 'hire_date',
          cell: ({ hire_date }) => (hire_date ? <Day on={hire_date} /> : <None />),
        },
      ]}
      empty={{
        icon: BriefcaseBusiness,
        title: t`No employments yet`,
        text: t`An employment records that a person works for a school. Its assignments record what the person does.`,
      }}
      add={{
        label: t`Employ somebody`,
        // The form has fields for the person and the school.
        isOffered: useCan()(['employments:write', 'persons:read', 'education:read']),
        form: (events) => <EmploymentForm {...events} />,
        pageOf: ({ id }) => ({
          to: '/t/$tenant/school-employments/$employment',
          params: { tenant, employment: id },
        }),
        said: () => t`The employment was added. Hire the person when they begin.`,
        opens: true,
      }}
    />
  )
}
