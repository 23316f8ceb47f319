import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { BriefcaseBusiness } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { Day } from '../../ui/day.tsx'
import { None, Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { EmploymentForm } from './employment-form.tsx'
import { EmploymentLink } from './employment-link.tsx'
import { employmentStatuses, employmentTypes } from './words.ts'

/** All employments. */
export function Employments() {
  const { t } = useLingui()
  const mayWrite = useCan()('employments:write')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const tenant = useTenant().slug
  const [isAdding, setAdding] = useState(false)
  const add = mayWrite && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Employ somebody</Trans>
    </button>
  )
  return (
    <ListPage
      title={t`Employments`}
      action={
        <span className="page-actions">
          <Link className="button quiet" to="/t/$tenant/employment-assignment-types" params={{ tenant }}>
            <Trans>Types of assignments</Trans>
          </Link>
          {add}
        </span>
      }
    >
      <ResourceTable
        name="school-employments"
        label={t`Employments`}
        list={{
          page: (query, options) =>
            api.schoolEmployments.list.safe({ ...query, include: ['person', 'school'] }, options),
          csv: (query) => api.schoolEmployments.list.csv(query),
        }}
        sort="-created_at"
        filters={[
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
            width: 'minmax(11rem, 2fr)',
            cell: ({ id, person }) => <EmploymentLink id={id} name={person?.name ?? t`Without a name`} />,
          },
          { id: 'school', title: t`School`, cell: ({ school }) => <span>{school?.name}</span> },
          {
            id: 'position',
            title: t`Position`,
            cell: ({ position_title }) => <span className="ellipsis">{position_title ?? <None />}</span>,
          },
          {
            id: 'department',
            title: t`Department`,
            sort: 'department',
            cell: ({ department }) => <span className="ellipsis">{department ?? <None />}</span>,
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
            width: '8rem',
            sort: 'status',
            cell: ({ status }) => (
              <Status tone={employmentStatuses[status].tone}>{t(employmentStatuses[status].label)}</Status>
            ),
          },
          {
            id: 'hire_date',
            title: t`First day`,
            width: '8rem',
            sort: 'hire_date',
            cell: ({ hire_date }) => (hire_date ? <Day on={hire_date} /> : <None />),
          },
        ]}
        empty={
          <div className="empty-state">
            <BriefcaseBusiness aria-hidden="true" />
            <h2>
              <Trans>No employments yet</Trans>
            </h2>
            <p>
              <Trans>
                An employment says that somebody works for a school. Assignments say what they do.
              </Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <EmploymentForm
          onClose={() => setAdding(false)}
          onDone={({ id }) => {
            setAdding(false)
            void askAnew(queries, { queryKey: ['school-employments'] })
            toast(t`The employment was added. Hire the person when they begin.`)
            void navigate({
              to: '/t/$tenant/school-employments/$employment',
              params: { tenant, employment: id },
            })
          }}
        />
      )}
    </ListPage>
  )
}
