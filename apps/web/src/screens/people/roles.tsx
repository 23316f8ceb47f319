import type { Issue, Person, SchoolEmployment, SchoolEnrollment } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api, every } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { RecordActions } from '../../records/record-actions.tsx'
import { Section } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { EnrollmentLink } from '../education/enrollment-link.tsx'
import { enrollmentStatuses } from '../education/words.ts'
import { EmploymentLink } from '../employments/employment-link.tsx'
import { employmentStatuses } from '../employments/words.ts'
import { IssueLine } from '../issues/issue-link.tsx'
import { openRequestsQuery, openWorkQuery } from './open-work.ts'

const EnrollmentForm = lazy(async () => ({
  default: (await import('../education/enrollment-form.tsx')).EnrollmentForm,
}))
const EmploymentForm = lazy(async () => ({
  default: (await import('../employments/employment-form.tsx')).EmploymentForm,
}))

/** All enrollments of a person, current and past. */
export const enrollmentsQuery = (person_id: string) =>
  queryOptions({
    queryKey: ['school-enrollments', 'of person', person_id],
    queryFn: ({ signal }) =>
      every(
        api.persons.schoolEnrollments.list.all(
          { person_id },
          { include: ['school', 'school_year'], limit: 100 },
          { signal },
        ),
      ),
  })

/** All employments of a person, current and past. */
export const employmentsQuery = (person_id: string) =>
  queryOptions({
    queryKey: ['school-employments', 'of person', person_id],
    queryFn: ({ signal }) =>
      every(
        api.schoolEmployments.list.all(
          { person_id: [person_id], include: ['school'], limit: 100 },
          { signal },
        ),
      ),
  })

/** The open issues that are assigned to the account of a person. */
export function OpenWork({ user_id }: { readonly user_id: string }) {
  const { t } = useLingui()
  return (
    <OpenIssues
      title={t`Open work`}
      query={useQuery(openWorkQuery(user_id))}
      empty={t`No open issue is assigned to this person.`}
    />
  )
}

/** The open issues that a person requested or reported, or that somebody requested for the person. */
export function OpenRequests({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  return (
    <OpenIssues
      title={t`Reported and requested`}
      query={useQuery(openRequestsQuery(person))}
      empty={t`No open issue was reported by this person, or requested by or for this person.`}
    />
  )
}

interface OpenIssuesProps {
  readonly title: string
  readonly query: UseQueryResult<readonly Issue[]>
  readonly empty: string
}

function OpenIssues({ title, query, empty }: OpenIssuesProps) {
  return (
    <Section title={title}>
      {query.isPending ? (
        <SkeletonLines />
      ) : !query.data ? (
        <Unloaded query={query} />
      ) : query.data.length === 0 ? (
        <p className="lead">{empty}</p>
      ) : (
        <ul className="line-list">
          {query.data.map(({ id, key, title, due_date }) => (
            <li key={id}>
              <IssueLine issueKey={key} title={title} />
              {due_date && (
                <span className="at-end">
                  <Day on={due_date} isDue />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The enrollments and employments of a person. Renders nothing if there are none and the user may not add any. */
export function Roles({ person }: { readonly person: Person }) {
  const { id: person_id } = person
  const { t } = useLingui()
  const can = useCan()
  const isActive = person.archived_at === null
  const mayEnroll = isActive && can('education:write')
  // The form has a field for the school, which requires `education:read`.
  const mayEmploy = isActive && can('employments:write') && can('education:read')
  const readsEnrollments = can('education:read')
  const readsEmployments = can('employments:read')
  const enrollments = useQuery({ ...enrollmentsQuery(person_id), enabled: readsEnrollments })
  const employments = useQuery({ ...employmentsQuery(person_id), enabled: readsEmployments })
  const rows = [
    ...(enrollments.data ?? []).map(({ id, school, school_year, status }) => ({
      id,
      when: school_year?.name,
      what: <EnrollmentLink id={id} name={t`Learns at ${school?.name ?? ''}`} />,
      status: t(enrollmentStatuses[status].label),
    })),
    ...(employments.data ?? []).map(({ id, school, status }) => ({
      id,
      when: undefined,
      what: <EmploymentLink id={id} name={t`Works at ${school?.name ?? ''}`} />,
      status: t(employmentStatuses[status].label),
    })),
  ]
  const isAwaited = enrollments.isLoading || employments.isLoading
  const failed = [enrollments, employments].filter(({ isError }) => isError)
  const isKnown = !isAwaited && failed.length === 0
  if (rows.length === 0 && isKnown && !mayEnroll && !mayEmploy) return null
  const name = person.display_name ?? t`The person`
  return (
    <Section
      title={t`Enrollments and employments`}
      action={
        <div className="page-actions">
          <RecordActions<SchoolEnrollment>
            of={name}
            touches={['school-enrollments']}
            moves={[]}
            mayEdit={mayEnroll}
            label={t`Enroll`}
            editing="enrollment"
            form={(events) => (
              <Suspense>
                <EnrollmentForm person={person} {...events} />
              </Suspense>
            )}
            said={() => t`${name} was enrolled.`}
          />
          <RecordActions<SchoolEmployment>
            of={name}
            touches={['school-employments']}
            moves={[]}
            mayEdit={mayEmploy}
            label={t`Employ`}
            editing="employment"
            form={(events) => (
              <Suspense>
                <EmploymentForm person={person} {...events} />
              </Suspense>
            )}
            said={() => t`${name} was employed.`}
          />
        </div>
      }
    >
      {isAwaited && <SkeletonLines />}
      {failed.map((query) => (
        <Unloaded key={query === enrollments ? 'enrollments' : 'employments'} query={query} />
      ))}
      {isKnown && rows.length === 0 && (readsEnrollments || readsEmployments) && (
        <p className="hint">
          {!readsEmployments ? (
            <Trans>Not enrolled at a school.</Trans>
          ) : !readsEnrollments ? (
            <Trans>Not employed at a school.</Trans>
          ) : (
            <Trans>Neither enrolled nor employed at a school.</Trans>
          )}
        </p>
      )}
      <ul className="line-list">
        {rows.map(({ id, what, when, status }) => (
          <li key={id}>
            <span className="ellipsis">{what}</span>
            {when && <span className="hint">{when}</span>}
            <span className="at-end">{status}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
