import type { SchoolEmployment } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { History, Periods } from '../../records/history.tsx'
import { numberText } from '../../records/local-numbers.ts'
import { RecordActions } from '../../records/record-actions.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { Status } from '../../ui/marks.tsx'
import { PersonLink } from '../people/person-link.tsx'
import { SchoolLink } from '../schools/school-link.tsx'
import { Assignments } from './assignments.tsx'
import { EmploymentForm } from './employment-form.tsx'
import { useEmploymentMoves } from './employment-moves.ts'
import { employmentStatuses, employmentTypes, separationReasons, separationTypes } from './words.ts'

/** The page of one employment: its facts, assignments, periods and history. */
export function EmploymentPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { employment: school_employment_id } = useParams({
    from: '/t/$tenant/school-employments/$employment',
  })
  const within = {
    text: t`Employments`,
    link: { to: '/t/$tenant/school-employments', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['school-employments', school_employment_id],
    queryFn: ({ signal }) =>
      api.schoolEmployments.get({ school_employment_id }, { signal, include: ['person', 'school'] }),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const employment = query.data
  const name = employment.person?.name ?? t`Without a name`
  const { status, periods } = employment
  return (
    <RecordPage
      within={within}
      title={name}
      marks={<Status tone={employmentStatuses[status].tone}>{t(employmentStatuses[status].label)}</Status>}
      actions={<EmploymentActions key={employment.id} employment={employment} name={name} />}
      side={<EmploymentFacts employment={employment} />}
    >
      <Assignments employment={employment} />
      <Periods
        empty={t`Nobody has been hired for it yet.`}
        periods={periods.map(({ hire_date, end_date, separation_reason: reason }) => ({
          from: hire_date,
          until: end_date,
          note: reason && t(separationReasons[reason]),
        }))}
      />
      <History
        queryKey={['school-employments', school_employment_id]}
        page={(parameters, options) =>
          api.schoolEmployments.history.list.safe(
            { school_employment_id },
            { ...parameters, include: ['actor'] },
            options,
          )
        }
      />
    </RecordPage>
  )
}

function EmploymentFacts({ employment }: { readonly employment: SchoolEmployment }) {
  const { t } = useLingui()
  const { person, person_id, school, employment_type, separation_type, separation_reason } = employment
  const { full_time_equivalency: share, offer_date, hire_date, end_date } = employment
  return (
    <Facts
      facts={[
        [t`Person`, person?.name && <PersonLink id={person_id}>{person.name}</PersonLink>],
        [t`School`, school?.name && <SchoolLink id={school.id} name={school.name} />],
        [t`Position`, employment.position_title],
        [t`Department`, employment.department],
        [t`Terms`, employment_type && t(employmentTypes[employment_type])],
        [t`Share of full time`, share === null ? undefined : numberText(share)],
        [t`Employee number`, employment.employee_number],
        [t`Offered on`, offer_date && <Day on={offer_date} />],
        [t`First day`, hire_date && <Day on={hire_date} />],
        [t`Last day`, end_date && <Day on={end_date} />],
        [t`Who wanted the separation`, separation_type && t(separationTypes[separation_type])],
        [t`Why they left`, separation_reason && t(separationReasons[separation_reason])],
      ]}
    />
  )
}

function EmploymentActions({
  employment,
  name,
}: {
  readonly employment: SchoolEmployment
  readonly name: string
}) {
  const { t } = useLingui()
  const mayWrite = useCan()('employments:write')
  const moves = useEmploymentMoves(employment, name)
  return (
    <RecordActions<SchoolEmployment>
      of={name}
      touches={['school-employments']}
      moves={moves}
      mayEdit={mayWrite}
      form={(events) => <EmploymentForm employment={employment} {...events} />}
      said={() => t`The employment was saved.`}
    />
  )
}
