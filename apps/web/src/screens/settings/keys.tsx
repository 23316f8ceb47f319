import type { ApiKey } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { type Move, Moves } from '../../records/moves.tsx'
import { None, Person } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { isUsedThisHour } from './key-state.tsx'

/** The list of all API keys of the organisation. */
export function Keys() {
  const { t } = useLingui()
  const { slug } = useTenant()
  return (
    <ListScreen
      name="keys"
      title={t`API keys`}
      isSearched={false}
      list={{
        page: (query, options) => api.apiKeys.list.safe({ ...query, include: ['user'] }, options),
      }}
      sort="name"
      columns={[
        {
          id: 'name',
          title: t`Name`,
          isName: true,
          sort: 'name',
          cell: ({ name }) => <span>{name}</span>,
        },
        {
          id: 'user',
          title: t`Acts as`,
          priority: 1,
          width: 'minmax(10rem, 1fr)',
          cell: ({ user }) => (user?.name ? <Person name={user.name} /> : <None />),
        },
        {
          id: 'scopes',
          title: t`Permissions`,
          width: 'minmax(10rem, 2fr)',
          cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopes.join(', ') || <None />}</span>,
        },
        {
          id: 'allowed_networks',
          title: t`Networks`,
          width: 'minmax(8rem, 1fr)',
          cell: ({ allowed_networks }) => (
            <span title={allowed_networks.join(', ')}>{allowed_networks.join(', ') || t`Any`}</span>
          ),
        },
        {
          id: 'last_used_at',
          title: t`Last used`,
          width: '9rem',
          sort: 'last_used_at',
          cell: ({ last_used_at }) => {
            if (!last_used_at) return <None />
            return isUsedThisHour(last_used_at) ? t`In the last hour` : <When at={last_used_at} />
          },
        },
        {
          id: 'expires_at',
          title: t`Ends`,
          priority: 1,
          width: '9rem',
          sort: 'expires_at',
          cell: ({ expires_at }) => <When at={expires_at} />,
        },
        {
          id: 'actions',
          title: t`Actions`,
          isAction: true,
          width: '4.5rem',
          cell: (key) => <KeyActions apiKey={key} />,
        },
      ]}
      empty={{
        icon: KeyRound,
        title: t`No program has a key`,
        text: t`An API key lets a program act as a service account until the key expires. It is created on the page of its service account. The keys of your own account are on your account’s page.`,
      }}
      firstStep={
        <Link to="/t/$tenant/settings/service-accounts" params={{ tenant: slug }} className="button outlined">
          <Trans>Service accounts</Trans>
        </Link>
      }
    />
  )
}

function KeyActions({ apiKey: { id: key_id, name } }: { readonly apiKey: ApiKey }) {
  const { t } = useLingui()
  const revoke: Move<unknown> = {
    id: 'revoke',
    label: t`Revoke`,
    isOffered: useCan()('service_accounts:write'),
    isDangerous: true,
    warning: t`It stops working immediately in every program that uses it. This cannot be undone.`,
    run: () => api.apiKeys.delete({ key_id }),
    done: t`${name} was revoked.`,
  }
  return <Moves of={name} moves={[revoke]} touches={['keys']} buttons={0} />
}
