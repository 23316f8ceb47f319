import type { ServiceAccount } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { History } from '../../records/history.tsx'
import { type Move, Moves } from '../../records/moves.tsx'
import { RecordActions } from '../../records/record-actions.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { KeySection } from './key-section.tsx'
import { grantableGroups, groupsOfUserQuery } from './queries.ts'
import { ServiceAccountForm } from './service-account-form.tsx'

/** The page of one service account: its keys, groups and history. */
export function ServiceAccountPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const navigate = useNavigate()
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
  const deletion = useDeletion({
    record: query.data,
    name: query.data?.name ?? '',
    mayDelete: can('service_accounts:delete'),
    remove: () => api.serviceAccounts.delete(params),
    onRemoved: () => void navigate(within.link),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const account = query.data
  const { name, archived_at } = account
  const mayWrite = can('service_accounts:write')
  const moves: readonly Move<unknown>[] = [
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: mayWrite && archived_at === null,
      warning: t`Its keys stop working immediately.`,
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
    deletion,
  ]
  const join: Move<unknown> = {
    id: 'join',
    label: t`Add to a group`,
    isOffered: can('groups:write') && archived_at === null,
    fields: [{ kind: 'record', name: 'group_id', label: t`Group`, of: grantableGroups, isRequired: true }],
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
        <RecordActions<ServiceAccount>
          of={name}
          touches={['service-accounts', 'keys']}
          moves={moves}
          mayEdit={mayWrite && archived_at === null}
          form={(events) => <ServiceAccountForm account={account} {...events} />}
        />
      }
      side={
        <Facts
          facts={[
            [t`Description`, account.description],
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
        rotate={(key_id, body) => api.serviceAccounts.keys.rotate({ ...params, key_id }, body)}
        remove={(key_id) => api.serviceAccounts.keys.delete({ ...params, key_id })}
      />
      <Section title={t`Groups`} action={<Moves of={name} moves={[join]} touches={['groups']} />}>
        <p className="hint">
          <Trans>A key can do only what its own permissions and the groups of its account both allow.</Trans>
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
      <History
        key={`history ${service_account_id}`}
        queryKey={['service-accounts', service_account_id]}
        page={(query, options) =>
          api.serviceAccounts.history.list.safe(
            { service_account_id },
            { ...query, include: ['actor'] },
            options,
          )
        }
      />
    </RecordPage>
  )
}
