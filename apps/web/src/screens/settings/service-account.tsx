import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { Facts, RecordPage, Section, UnloadedRecord } from '../../records/record-page.tsx'
import { Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { KeySection } from './key-section.tsx'
import { pickableGroups } from './pickables.ts'
import { groupsOfUserQuery } from './queries.ts'
import { ServiceAccountForm } from './service-account-form.tsx'

/** One service account: its groups, and its keys. */
export function ServiceAccountPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const { account: service_account_id } = useParams({
    from: '/t/$tenant/settings/service-accounts/$account',
  })
  const params = { service_account_id }
  const within = {
    text: t`Service accounts`,
    link: { to: '/t/$tenant/settings/service-accounts', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['service-accounts', service_account_id],
    queryFn: ({ signal }) => api.serviceAccounts.get(params, { signal }),
  })
  const groups = useQuery({ ...groupsOfUserQuery(service_account_id), enabled: can('groups:read') })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const account = query.data
  const { name, archived_at } = account
  const mayWrite = can('service_accounts:write')
  const moves: readonly Move<unknown>[] = [
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: mayWrite && archived_at === null,
      warning: t`Its keys are refused from the next request on.`,
      run: () => api.serviceAccounts.archive(params),
      done: t`${name} was archived.`,
      undo: () => api.serviceAccounts.restore(params),
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: mayWrite && archived_at !== null,
      run: () => api.serviceAccounts.restore(params),
      done: t`The keys of ${name} work again.`,
    },
  ]
  const join: Move<unknown> = {
    id: 'join',
    label: t`Add to a group`,
    isOffered: can('groups:write') && archived_at === null,
    fields: [{ kind: 'record', name: 'group_id', label: t`Group`, of: pickableGroups, isRequired: true }],
    run: (body) =>
      api.groups.memberships.create(
        { group_id: String(Reflect.get(body, 'group_id')) },
        { user_id: service_account_id },
      ),
    done: t`${name} is in the group.`,
  }
  return (
    <RecordPage
      within={within}
      title={name}
      marks={archived_at && <Status tone="quiet">{t`Archived`}</Status>}
      actions={
        mayWrite && (
          <>
            {archived_at === null && (
              <button type="button" className="button outlined small" onClick={() => setEditing(true)}>
                <Trans>Edit</Trans>
              </button>
            )}
            <Moves of={name} moves={moves} touches={['service-accounts', 'keys']} buttons={0} />
          </>
        )
      }
      side={
        <Facts
          facts={[
            [t`What it is for`, account.description],
            [t`Created`, <When key="at" at={account.created_at} />],
          ]}
        />
      }
    >
      <KeySection
        queryKey={[service_account_id]}
        mayWrite={mayWrite && archived_at === null}
        list={(signal) => api.serviceAccounts.keys.list(params, { limit: 500, sort: ['name'] }, { signal })}
        create={(body) => api.serviceAccounts.keys.create(params, body)}
        rotate={(key_id) => api.serviceAccounts.keys.rotate({ ...params, key_id })}
        remove={(key_id) => api.serviceAccounts.keys.delete({ ...params, key_id })}
      />
      <Section title={t`Groups`} action={<Moves of={name} moves={[join]} touches={['groups']} />}>
        <p className="hint">
          <Trans>A key may do what it was given, as far as the groups of its account permit it.</Trans>
        </p>
        <ul className="line-list">
          {(groups.data ?? []).map(({ group }) => (
            <li key={group.id}>
              <Link
                className="row-link"
                to="/t/$tenant/settings/groups/$group"
                params={{ tenant: slug, group: group.id }}
              >
                {group.name}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      {isEditing && (
        <ServiceAccountForm
          account={account}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            void askAnew(queries, { queryKey: ['service-accounts'] })
          }}
        />
      )}
    </RecordPage>
  )
}
