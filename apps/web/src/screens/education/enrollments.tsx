import type { SchoolEnrollment } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GraduationCap } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { Day } from '../../ui/day.tsx'
import { CutText, Status } from '../../ui/marks.tsx'
import { useSchoolFilters } from '../schools/school-filters.ts'
import { EnrollmentForm } from './enrollment-form.tsx'
import { EnrollmentLink } from './enrollment-link.tsx'
import { EnrollmentViews } from './enrollment-views.tsx'
import { enrollmentStatuses } from './words.ts'

/** The list of enrollments. */
export function Enrollments() {
  const { t } = useLingui()
  const { school, year, grade } = useSchoolFilters()
  const can = useCan()
  const mayWrite = can('education:write')
  const { slug: tenant } = useTenant()
  const calendars = useQuery({
    queryKey: ['school-calendars', 'is there one'],
    queryFn: ({ signal }) => api.schoolCalendars.list({ limit: 1 }, { signal }),
  }).data
  return (
    <ListScreen<SchoolEnrollment>
      name="school-enrollments"
      title={t`Enrollments`}
      beside={<EnrollmentViews />}
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
        ...school,
        ...year,
        ...grade,
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
          cell: ({ id, person }) => <EnrollmentLink id={id} name={person?.name ?? t`Without a name`} />,
        },
        {
          id: 'school',
          title: t`School`,
          priority: 1,
          width: 'minmax(7rem, 1.4fr)',
          cell: ({ school }) => <span>{school?.name}</span>,
        },
        { id: 'year', title: t`School year`, cell: ({ school_year }) => <span>{school_year?.name}</span> },
        {
          id: 'grade_level',
          title: t`Grade level`,
          priority: 1,
          cell: ({ grade_level_record }) => <CutText text={grade_level_record?.name} />,
        },
        {
          id: 'status',
          title: t`Status`,
          priority: 1,
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
      empty={{
        icon: GraduationCap,
        title: t`No enrollments yet`,
        text: t`An enrollment says that somebody is at a school in a school year.`,
      }}
      firstStep={
        calendars?.length === 0 &&
        mayWrite && (
          <>
            <p>
              <Trans>
                People are enrolled in a calendar: a school year at one school. So add a school, a school
                year, and then a calendar.
              </Trans>
            </p>
            <Link className="button primary" to="/t/$tenant/schools" params={{ tenant }}>
              <Trans>Add a school first</Trans>
            </Link>
          </>
        )
      }
      add={{
        label: t`Enroll somebody`,
        // The form has fields for the person and the calendar.
        isOffered: can(['education:write', 'persons:read', 'education:read']),
        form: (events) => <EnrollmentForm {...events} />,
        said: () => t`The person was enrolled.`,
      }}
    />
  )
}
