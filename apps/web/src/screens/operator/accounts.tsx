import type { User } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { api } from '../../api.ts'
import type { Column } from '../../records/columns.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { userText } from '../../records/pickables.ts'
import type { TableFilter } from '../../records/table-filters.tsx'
import { CutText, None } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { AccountStatus } from './account-status.tsx'

/** The list of all accounts of the installation, for operators. */
export function Accounts() {
  const { t } = useLingui()
  return (
    <ListScreen<User>
      name="accounts"
      title={t`Accounts`}
      list={{
        page: (query, options) => api.users.list.safe(query, options),
        csv: (query) => api.users.list.csv(query),
      }}
      sort="email"
      columns={useAccountColumns()}
      filters={useAccountFilters()}
      empty={{
        icon: UsersRound,
        title: t`No accounts yet`,
        text: t`People create accounts when they sign up or accept an invitation.`,
      }}
    />
  )
}

function useAccountColumns(): readonly Column<User>[] {
  const { t } = useLingui()
  return [
    {
      id: 'name',
      title: t`Name`,
      isName: true,
      sort: 'display_name',
      cell: (user) => (
        <Link className="row-link" to="/operator/accounts/$account" params={{ account: user.id }}>
          {userText(user)}
        </Link>
      ),
    },
    {
      id: 'email',
      title: t`Email`,
      priority: 1,
      width: 'minmax(12rem, 4fr)',
      sort: 'email',
      cell: ({ email }) => <CutText text={email} />,
    },
    {
      id: 'username',
      title: t`Username`,
      isExtra: true,
      sort: 'username',
      cell: ({ username }) => <CutText text={username} />,
    },
    {
      id: 'status',
      title: t`State`,
      priority: 1,
      width: '9rem',
      cell: (user) => <AccountStatus user={user} />,
    },
    {
      id: 'last_sign_in_at',
      title: t`Last sign-in`,
      width: '9rem',
      sort: 'last_sign_in_at',
      cell: ({ last_sign_in_at }) => (last_sign_in_at ? <When at={last_sign_in_at} /> : <None />),
    },
    {
      id: 'created_at',
      title: t`Created`,
      priority: 3,
      width: '9rem',
      sort: 'created_at',
      cell: ({ created_at }) => (created_at ? <When at={created_at} /> : <None />),
    },
  ]
}

function useAccountFilters(): readonly TableFilter[] {
  const { t } = useLingui()
  return [
    {
      name: 'status',
      label: t`State`,
      isSingle: true,
      options: [
        { value: 'active', text: t({ message: 'Active', context: 'person' }) },
        { value: 'deactivated', text: t`Deactivated` },
      ],
    },
    {
      name: 'kind',
      label: t`Kind`,
      isSingle: true,
      options: [
        { value: 'person', text: t`People` },
        { value: 'service', text: t`Programs` },
      ],
    },
  ]
}
