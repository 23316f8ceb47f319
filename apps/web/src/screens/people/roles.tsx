import type { Person } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { Section } from '../../records/record-page.tsx'
import { Day } from '../../ui/day.tsx'
import { Code } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { EnrollmentLink } from '../education/enrollment-link.tsx'
import { enrollmentStatuses } from '../education/words.ts'
import { EmploymentLink } from '../employments/employment-link.tsx'
import { employmentStatuses } from '../employments/words.ts'

/** What the person's account has to do: the issues that are assigned to it and still open. */
export function OpenWork({ user_id }: { readonly user_id: string }) {
  const { t } = useLingui()
  const query = useQuery({
    queryKey: ['issues', 'open of', user_id],
    queryFn: ({ signal }) =>
      api.issues.list(
        { assignee_id: [user_id], is_closed: false, limit: 50, sort: ['due_date'] },
        { signal },
      ),
  })
  return (
    <Section title={t`Open work`}>
      {query.isPending ? (
        <SkeletonLines />
      ) : !query.data ? (
        <Unloaded query={query} />
      ) : query.data.length === 0 ? (
        <p className="lead">
          <Trans>No open issue is assigned to this person.</Trans>
        </p>
      ) : (
        <ul className="line-list">
          {query.data.map(({ id, key, title, due_date }) => (
            <li key={id}>
              <Code>{key}</Code>
              <span className="ellipsis">{title}</span>
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

/** Where the person learns and works; nothing where they do neither. */
export function Roles({ person: { id: person_id } }: { readonly person: Person }) {
  const { t } = useLingui()
  const can = useCan()
  const enrollments = useQuery({
    queryKey: ['school-enrollments', 'of person', person_id],
    enabled: can('education:read'),
    queryFn: ({ signal }) =>
      api.persons.schoolEnrollments.list({ person_id }, { include: ['school'], limit: 50 }, { signal }),
  })
  const employments = useQuery({
    queryKey: ['school-employments', 'of person', person_id],
    enabled: can('employments:read'),
    queryFn: ({ signal }) =>
      api.schoolEmployments.list({ person_id: [person_id], include: ['school'], limit: 50 }, { signal }),
  })
  const rows = [
    ...(enrollments.data ?? []).map(({ id, school, status }) => ({
      id,
      what: <EnrollmentLink id={id} name={t`Learns at ${school?.name ?? ''}`} />,
      status: t(enrollmentStatuses[status].label),
    })),
    ...(employments.data ?? []).map(({ id, school, status }) => ({
      id,
      what: <EmploymentLink id={id} name={t`Works at ${school?.name ?? ''}`} />,
      status: t(employmentStatuses[status].label),
    })),
  ]
  const isAwaited = enrollments.isLoading || employments.isLoading
  if (rows.length === 0 && !isAwaited) return null
  return (
    <Section title={t`Enrollments and employments`}>
      {isAwaited && <SkeletonLines />}
      <ul className="line-list">
        {rows.map(({ id, what, status }) => (
          <li key={id}>
            <span className="ellipsis">{what}</span>
            <span className="at-end">{status}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
