import type { SchoolEnrollment } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { Moves } from '../../records/moves.tsx'
import { Facts, RecordPage, Section, UnloadedRecord } from '../../records/record-page.tsx'
import { Timeline } from '../../records/timeline.tsx'
import { Day } from '../../ui/day.tsx'
import { Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import {
  pickableCalendars,
  pickableGradeLevels,
  pickableSchools,
  pickableYears,
} from '../schools/pickables.ts'
import { EnrollmentForm } from './enrollment-form.tsx'
import { EnrollmentLink } from './enrollment-link.tsx'
import { useEnrollmentMoves } from './enrollment-moves.ts'
import { enrollmentStatuses, entryTypes, exitTypes } from './words.ts'

/** One enrollment: who is where, since when, and what can be done. */
export function EnrollmentPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
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
            [t`School`, enrollment.school?.name],
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
      <Section title={t`Periods`}>
        <ul className="line-list">
          {enrollment.periods.map((period) => (
            <li key={period.entry_date}>
              <Day on={period.entry_date} /> – {period.exit_date ? <Day on={period.exit_date} /> : t`today`}
              <span className="hint at-end">
                {t(entryTypes[period.entry_type])}
                {period.exit_type && ` · ${t(exitTypes[period.exit_type])}`}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t`History`}>
        <Timeline
          queryKey={['school-enrollments', school_enrollment_id]}
          references={{
            school_id: pickableSchools,
            school_year_id: pickableYears,
            calendar_id: pickableCalendars,
            grade_level_id: pickableGradeLevels,
          }}
          list={{
            page: (parameters, options) =>
              api.schoolEnrollments.history.list.safe(
                { school_enrollment_id },
                { ...parameters, include: ['actor'] },
                options,
              ),
          }}
        />
      </Section>
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
  const queries = useQueryClient()
  const mayWrite = useCan()('education:write')
  const moves = useEnrollmentMoves(enrollment, name)
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      {mayWrite && (
        <button type="button" className="button outlined small" onClick={() => setEditing(true)}>
          <Trans>Correct</Trans>
        </button>
      )}
      <Moves of={name} moves={moves} touches={['school-enrollments']} buttons={1} />
      {isEditing && (
        <EnrollmentForm
          enrollment={enrollment}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            void askAnew(queries, { queryKey: ['school-enrollments'] })
            toast(t`The enrollment was saved.`)
          }}
        />
      )}
    </>
  )
}
