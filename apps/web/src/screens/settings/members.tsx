import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { ListPage } from '../../records/list-page.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { ResourceTable } from '../../records/resource-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CutText, None, Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { AccountForm } from './account-form.tsx'
import { InviteForm } from './invite-form.tsx'
import { useMayAdd } from './use-may-add.ts'

/** The list of the people who are members of the organisation. */
export function Members() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const mayAdd = useMayAdd()
  const [adding, setAdding] = useOpenForm<'by-mail' | 'by-password'>('member')
  return (
    <ListPage
      title={t`Members`}
      action={
        <>
          {mayAdd.toUsers && (
            <button type="button" className="button outlined" onClick={() => setAdding('by-password')}>
              <Trans>Create an account</Trans>
            </button>
          )}
          {mayAdd.toAny && (
            <button type="button" className="button primary" onClick={() => setAdding('by-mail')}>
              <Trans>Invite people</Trans>
            </button>
          )}
        </>
      }
    >
      <ResourceTable
        name="users"
        label={t`Members`}
        list={{ page: (query, options) => api.users.list.safe({ ...query, kind: ['person'] }, options) }}
        sort="display_name"
        filters={[
          {
            name: 'status',
            label: t`State`,
            isSingle: true,
            options: [
              { value: 'active', text: t({ message: 'Active', context: 'person' }) },
              { value: 'deactivated', text: t`Deactivated` },
            ],
          },
        ]}
        columns={[
          {
            id: 'name',
            title: t`Name`,
            isName: true,
            sort: 'display_name',
            cell: ({ id, display_name, email }) => (
              <Link
                className="row-link"
                to="/t/$tenant/settings/members/$member"
                params={{ tenant: slug, member: id }}
              >
                {display_name ?? email ?? id}
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
            id: 'status',
            title: t`State`,
            priority: 1,
            width: '8.5rem',
            cell: ({ status }) =>
              status === 'deactivated' ? (
                <Status tone="quiet">{t`Deactivated`}</Status>
              ) : (
                <Status tone="good">{t({ message: 'Active', context: 'person' })}</Status>
              ),
          },
          {
            id: 'last_sign_in_at',
            title: t`Last sign-in`,
            width: '9rem',
            sort: 'last_sign_in_at',
            cell: ({ last_sign_in_at }) => (last_sign_in_at ? <When at={last_sign_in_at} /> : <None />),
          },
        ]}
        empty={<EmptyState icon={Users} title={t`No members yet`} />}
      />
      {adding === 'by-mail' && <InviteForm onClose={() => setAdding()} />}
      {adding === 'by-password' && <AccountForm onClose={() => setAdding()} />}
    </ListPage>
  )
}
