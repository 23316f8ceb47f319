import type { Person } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { Facts, RecordPage, Section, UnloadedRecord } from '../../records/record-page.tsx'
import { Day } from '../../ui/day.tsx'
import { Code, Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import { Contacts } from './contacts.tsx'
import { Held } from './held.tsx'
import { PersonForm } from './person-form.tsx'
import { OpenWork, Roles } from './roles.tsx'

/** One person: how they are reached, what they hold, and what they have to do. */
export function PersonPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const { person: person_id } = useParams({ from: '/t/$tenant/people/$person' })
  const within = { text: t`People`, link: { to: '/t/$tenant/people', params: { tenant: slug } } } as const
  const query = useQuery({
    queryKey: ['persons', person_id],
    queryFn: ({ signal }) => api.persons.get({ person_id }, { signal, include: ['user'] }),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const person = query.data
  return (
    <RecordPage
      within={within}
      title={person.display_name ?? t`No name`}
      marks={person.archived_at && <Status tone="quiet">{t`Archived`}</Status>}
      actions={can('persons:write') && <PersonActions person={person} />}
      side={
        <Facts
          facts={[
            [t`Number`, person.external_id && <Code>{person.external_id}</Code>],
            [t`Born on`, person.birth_date && <Day on={person.birth_date} />],
            [t`Account`, person.user?.name],
            [t`Archived`, person.archived_at && <When at={person.archived_at} />],
            [t`Registered`, <When key="at" at={person.created_at} />],
          ]}
        />
      }
    >
      {can('assets:read', 'anywhere') && <Held person={person} />}
      {person.user_id && can('issues:read', 'anywhere') && <OpenWork user_id={person.user_id} />}
      <Contacts person={person} />
      <Names person={person} />
      <Roles person={person} />
    </RecordPage>
  )
}

function PersonActions({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const params = { person_id: person.id }
  const name = person.display_name ?? t`The person`
  const identity = useQuery({
    queryKey: ['persons', person.id, 'current identity'],
    enabled: person.current_identity_id !== null,
    queryFn: ({ signal }) => api.persons.currentIdentity.get(params, { signal }),
  })
  const isNamed = person.current_identity_id === null || identity.data !== undefined
  const moves: readonly Move<Person>[] = [
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: person.archived_at === null,
      run: (body) => api.persons.archive(params, body),
      done: t`${name} was archived.`,
      undo: () => api.persons.restore(params),
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: person.archived_at !== null,
      run: (body) => api.persons.restore(params, body),
      done: t`${name} is active again.`,
    },
  ]
  return (
    <>
      {person.archived_at === null && isNamed && (
        <button type="button" className="button outlined small" onClick={() => setEditing(true)}>
          <Trans>Edit</Trans>
        </button>
      )}
      <Moves of={name} moves={moves} touches={['persons']} buttons={0} />
      {isEditing && (
        <PersonForm
          person={person}
          identity={identity.data}
          onClose={() => setEditing(false)}
          onDone={({ display_name }) => {
            setEditing(false)
            void askAnew(queries, { queryKey: ['persons'] })
            toast(t`${display_name ?? name} was saved.`)
          }}
        />
      )}
    </>
  )
}

/** The names that the person has or had, where there are several. */
function Names({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const query = useQuery({
    queryKey: ['persons', person.id, 'identities'],
    queryFn: ({ signal }) => api.persons.identities.list({ person_id: person.id }, { limit: 50 }, { signal }),
  })
  if (!query.data || query.data.length < 2) return null
  const kinds = { legal: t`Legal`, preferred: t`Preferred`, former: t`Former`, alias: t`Alias` }
  return (
    <Section title={t`Names`}>
      <ul className="line-list">
        {query.data.map(({ id, display_name, identity_type, is_current }) => (
          <li key={id}>
            <span className="ellipsis">{display_name}</span>
            <span className="at-end">{is_current ? t`In use` : kinds[identity_type]}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
