import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GraduationCap } from 'lucide-react'
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
import { EnrollmentForm } from './enrollment-form.tsx'
import { EnrollmentLink } from './enrollment-link.tsx'
import { enrollmentStatuses } from './words.ts'

/** All enrollments. */
export function Enrollments() {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const { slug } = useTenant()
  const [isAdding, setAdding] = useState(false)
  const add = can('education:write') && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Enroll somebody</Trans>
    </button>
  )
  return (
    <ListPage
      title={t`Enrollments`}
      action={
        <span className="page-actions">
          <Link className="button quiet" to="/t/$tenant/class-list" params={{ tenant: slug }}>
            <Trans>Class list</Trans>
          </Link>
          {add}
        </span>
      }
    >
      <ResourceTable
        name="school-enrollments"
        label={t`Enrollments`}
        isSearched={false}
        list={{
          page: (query, options) =>
            api.schoolEnrollments.list.safe(
              { ...query, include: ['person', 'school', 'school_year', 'grade_level_record'] },
              options,
            ),
          csv: (query) => api.schoolEnrollments.list.csv(query),
        }}
        sort="-entry_date"
        filters={[
          {
            name: 'status',
            label: t`Status`,
            options: Object.entries(enrollmentStatuses).map(([value, { label }]) => ({
              value,
              text: t(label),
            })),
          },
        ]}
        columns={[
          {
            id: 'person',
            title: t`Person`,
            isName: true,
            width: 'minmax(11rem, 2fr)',
            cell: ({ id, person }) => <EnrollmentLink id={id} name={person?.name ?? t`Without a name`} />,
          },
          { id: 'school', title: t`School`, cell: ({ school }) => <span>{school?.name}</span> },
          { id: 'year', title: t`School year`, cell: ({ school_year }) => <span>{school_year?.name}</span> },
          {
            id: 'grade_level',
            title: t`Grade level`,
            cell: ({ grade_level_record }) => <span>{grade_level_record?.name ?? <None />}</span>,
          },
          {
            id: 'status',
            title: t`Status`,
            width: '9rem',
            sort: 'status',
            cell: ({ status }) => (
              <Status tone={enrollmentStatuses[status].tone}>{t(enrollmentStatuses[status].label)}</Status>
            ),
          },
          {
            id: 'entry_date',
            title: t`First day`,
            width: '8rem',
            sort: 'entry_date',
            cell: ({ entry_date }) => <Day on={entry_date} />,
          },
        ]}
        empty={
          <div className="empty-state">
            <GraduationCap aria-hidden="true" />
            <h2>
              <Trans>No enrollments yet</Trans>
            </h2>
            <p>
              <Trans>An enrollment says that somebody is at a school in a school year.</Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <EnrollmentForm
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            void askAnew(queries, { queryKey: ['school-enrollments'] })
            toast(t`The person was enrolled.`)
          }}
        />
      )}
    </ListPage>
  )
}
