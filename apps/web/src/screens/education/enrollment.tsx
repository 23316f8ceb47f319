import type { SchoolEnrollment } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { History, Periods } from '../../records/history.tsx'
import { RecordActions } from '../../records/record-actions.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { Status } from '../../ui/marks.tsx'
import { PersonLink } from '../people/person-link.tsx'
import {
  pickableCalendars,
  pickableGradeLevels,
  pickableSchools,
  pickableYears,
} from '../schools/pickables.ts'
import { SchoolLink } from '../schools/school-link.tsx'
import { EnrollmentForm } from './enrollment-form.tsx'
import { EnrollmentLink } from './enrollment-link.tsx'
import { useEnrollmentMoves } from './enrollment-moves.ts'
import { enrollmentStatuses, entryTypes, exitTypes } from './words.ts'

/** The page of one enrollment: its facts, periods and history. */
export function EnrollmentPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const { enrollment: school_enrollment_id } = useParams({
    from: '/t/$tenant/school-enrollments/$enrollment',
  })
  const within = {
    text: t`Enrollments`,
    link: { to: '/t/$tenant/school-enrollments', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['school-enrollments', school_enrollment_id],
    queryFn: ({ signal }) =>
      api.schoolEnrollments.get(
        { school_enrollment_id },
        { signal, include: ['person', 'school', 'school_year', 'calendar', 'grade_level_record'] },
      ),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const enrollment = query.data
  const name = enrollment.person?.name ?? t`Without a name`
  const {
    status,
    exit_type,
    transferred_to_enrollment_id: next,
    transferred_from_enrollment_id: former,
  } = enrollment
  return (
    <RecordPage
      within={within}
      title={name}
      marks={<Status tone={enrollmentStatuses[status].tone}>{t(enrollmentStatuses[status].label)}</Status>}
      actions={<EnrollmentActions key={enrollment.id} enrollment={enrollment} name={name} />}
      side={
        <Facts
          facts={[
            [t`Person`, can('persons:read') && <PersonLink id={enrollment.person_id}>{name}</PersonLink>],
            [
              t`School`,
              enrollment.school?.name && (
                <SchoolLink id={enrollment.school_id} name={enrollment.school.name} />
              ),
            ],
            [t`School year`, enrollment.school_year?.name],
            [t`Calendar`, enrollment.calendar?.name],
            [t`Grade level`, enrollment.grade_level_record?.name],
            [t`First day`, <Day key="entry" on={enrollment.entry_date} />],
            [t`Last day`, enrollment.exit_date && <Day on={enrollment.exit_date} />],
            [t`How they left`, exit_type && t(exitTypes[exit_type])],
            [t`Reason`, enrollment.exit_reason],
            [t`Transferred to`, next && <EnrollmentLink id={next} name={t`The next enrollment`} />],
            [t`Transferred from`, former && <EnrollmentLink id={former} name={t`The former enrollment`} />],
          ]}
        />
      }
    >
      <Periods
        periods={enrollment.periods.map((period) => ({
          from: period.entry_date,
          until: period.exit_date,
          note: [entryTypes[period.entry_type], period.exit_type && exitTypes[period.exit_type]]
            .flatMap((words) => (words ? [t(words)] : []))
            .join(' · '),
        }))}
      />
      <History
        queryKey={['school-enrollments', school_enrollment_id]}
        references={{
          school_id: pickableSchools,
          school_year_id: pickableYears,
          calendar_id: pickableCalendars,
          grade_level_id: pickableGradeLevels,
        }}
        page={(parameters, options) =>
          api.schoolEnrollments.history.list.safe(
            { school_enrollment_id },
            { ...parameters, include: ['actor'] },
            options,
          )
        }
      />
    </RecordPage>
  )
}

function EnrollmentActions({
  enrollment,
  name,
}: {
  readonly enrollment: SchoolEnrollment
  readonly name: string
}) {
  const { t } = useLingui()
  const mayWrite = useCan()('education:write')
  const moves = useEnrollmentMoves(enrollment, name)
  return (
    <RecordActions<SchoolEnrollment>
      of={name}
      touches={['school-enrollments']}
      moves={moves}
      mayEdit={mayWrite}
      label={t`Correct`}
      form={(events) => <EnrollmentForm enrollment={enrollment} {...events} />}
      said={() => t`The enrollment was saved.`}
    />
  )
}
