import type { Person } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { isId } from '../../app/code-match.ts'
import { FoundByCode } from '../../app/found-by-code.tsx'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { externalIdsText } from '../../records/external-ids.ts'
import { History } from '../../records/history.tsx'
import type { Move } from '../../records/moves.tsx'
import { RecordActions } from '../../records/record-actions.tsx'
import { RecordPage } from '../../records/record-page.tsx'
import { Facts } from '../../records/section.tsx'
import { useUsualMoves } from '../../records/usual-moves.ts'
import { Day } from '../../ui/day.tsx'
import { Code, Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { SchoolLink } from '../schools/school-link.tsx'
import { MemberLink } from '../settings/member-link.tsx'
import { Contacts } from './contacts.tsx'
import { currentEnrollmentQuery } from './current-enrollment.ts'
import { Held } from './held.tsx'
import { Names } from './names.tsx'
import { PersonForm } from './person-form.tsx'
import { OpenRequests, OpenWork, Roles } from './roles.tsx'

/** With any of these permissions, a user can end something when a person leaves. */
const endingPermissions = [
  'assets:write',
  'issues:write',
  'education:write',
  'employments:write',
  'service_accounts:write',
  'groups:write',
] as const

/** The page of one person: assets, open issues, contacts, names, enrollments, employments and history. */
export function PersonPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const { person: person_id } = useParams({ from: '/t/$tenant/people/$person' })
  const within = { text: t`People`, link: { to: '/t/$tenant/people', params: { tenant: slug } } } as const
  const query = useQuery({
    queryKey: ['persons', person_id],
    enabled: isId(person_id),
    queryFn: ({ signal }) => api.persons.get({ person_id }, { signal, include: ['user'] }),
  })
  // Awaited unless it fails, so that no fact is added to those that are shown already.
  const enrollment = useQuery({
    ...currentEnrollmentQuery(person_id),
    enabled: isId(person_id) && can('education:read'),
  })
  const school = enrollment.data?.school
  const isAwaited = enrollment.isLoading && enrollment.failureCount === 0
  if (!query.data || isAwaited)
    return <FoundByCode type="person" code={person_id} query={query} within={within} />
  const person = query.data
  return (
    <RecordPage
      within={within}
      title={person.display_name ?? t`No name`}
      marks={person.archived_at && <Status tone="quiet">{t`Archived`}</Status>}
      actions={
        <>
          {person.archived_at === null && can(['assets:write', 'persons:read'], 'anywhere') && (
            <Link
              to="/t/$tenant/scan/issue"
              params={{ tenant: slug }}
              search={{ person: person_id }}
              className="button outlined small"
            >
              <Trans>Hand out</Trans>
            </Link>
          )}
          <PersonActions person={person} />
        </>
      }
      side={
        <Facts
          facts={[
            [t`Number`, person.external_id && <Code>{person.external_id}</Code>],
            [t`School`, school?.name && <SchoolLink id={school.id} name={school.name} />],
            [t`Grade level`, enrollment.data?.grade_level_record?.name],
            [t`Born on`, person.birth_date && <Day on={person.birth_date} />],
            [t`In other systems`, externalIdsText(person.external_ids)],
            [t`Account`, person.user?.name && <MemberLink id={person.user.id} name={person.user.name} />],
            [t`Archived`, person.archived_at && <When at={person.archived_at} />],
            [t`Registered`, <When key="at" at={person.created_at} />],
          ]}
        />
      }
    >
      {can('assets:read', 'anywhere') && <Held person={person} />}
      {person.user_id && can('issues:read', 'anywhere') && <OpenWork user_id={person.user_id} />}
      {can('issues:read', 'anywhere') && <OpenRequests person={person} />}
      <Contacts person={person} />
      <Names person={person} />
      <Roles person={person} />
      {can('persons:read_sensitive') && (
        <History
          key={`history ${person_id}`}
          queryKey={['persons', person_id]}
          page={(query, options) =>
            api.persons.history.list.safe({ person_id }, { ...query, include: ['actor'] }, options)
          }
        />
      )}
    </RecordPage>
  )
}

function PersonActions({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const params = { person_id: person.id }
  const name = person.display_name ?? t`The person`
  const { slug } = useTenant()
  const can = useCan()
  const navigate = useNavigate()
  const mayWrite = can('persons:write')
  const leaving: Move<unknown> = {
    id: 'leave',
    label: t`Person leaves…`,
    isOffered: endingPermissions.some((one) => can(one, 'anywhere')),
    run: () =>
      navigate({ to: '/t/$tenant/people/$person/leaving', params: { tenant: slug, person: person.id } }),
  }
  const moves = useUsualMoves<Person>({
    record: person,
    name,
    mayWrite,
    mayDelete: can('persons:delete'),
    archive: () => api.persons.archive(params),
    restore: () => api.persons.restore(params),
    remove: () => api.persons.delete(params),
    onRemoved: () => void navigate({ to: '/t/$tenant/people', params: { tenant: slug } }),
  })
  const identity = useQuery({
    queryKey: ['persons', person.id, 'current identity'],
    enabled: mayWrite && person.current_identity_id !== null,
    queryFn: ({ signal }) => api.persons.currentIdentity.get(params, { signal }),
  })
  const isNamed = person.current_identity_id === null || identity.data !== undefined
  return (
    <RecordActions<Person>
      of={name}
      touches={['persons']}
      moves={[leaving, ...moves]}
      mayEdit={mayWrite && person.archived_at === null && isNamed}
      form={(events) => <PersonForm person={person} identity={identity.data} {...events} />}
      said={({ display_name }) => t`${display_name ?? name} was saved.`}
    />
  )
}
