import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { None } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { ServiceAccountForm } from './service-account-form.tsx'

/** The accounts of programs. */
export function ServiceAccounts() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const add = can('service_accounts:write') && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>New service account</Trans>
    </button>
  )
  return (
    <ListPage title={t`Service accounts`} action={add}>
      <ResourceTable
        name="service-accounts"
        label={t`Service accounts`}
        list={{ page: (query, options) => api.serviceAccounts.list.safe(query, options) }}
        sort="name"
        filters={[
          {
            name: 'archived',
            label: t`Archived`,
            isSingle: true,
            options: [
              { value: 'include', text: t`With archived ones` },
              { value: 'only', text: t`Only archived ones` },
            ],
          },
        ]}
        columns={[
          {
            id: 'name',
            title: t`Name`,
            isName: true,
            width: 'minmax(12rem, 1fr)',
            sort: 'name',
            cell: ({ id, name }) => (
              <Link
                className="row-link"
                to="/t/$tenant/settings/service-accounts/$account"
                params={{ tenant: slug, account: id }}
              >
                {name}
              </Link>
            ),
          },
          {
            id: 'description',
            title: t`What it is for`,
            width: 'minmax(12rem, 2fr)',
            cell: ({ description }) => <span>{description ?? <None />}</span>,
          },
          {
            id: 'created_at',
            title: t`Created`,
            width: '9rem',
            sort: 'created_at',
            cell: ({ created_at }) => <When at={created_at} />,
          },
        ]}
        empty={
          <div className="empty-state">
            <Bot aria-hidden="true" />
            <h2>
              <Trans>No service accounts yet</Trans>
            </h2>
            <p>
              <Trans>
                A service account is a user for a program: its keys end with it, and with nobody who leaves.
              </Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <ServiceAccountForm
          onClose={() => setAdding(false)}
          onDone={({ id }) => {
            void askAnew(queries, { queryKey: ['service-accounts'] })
            void navigate({
              to: '/t/$tenant/settings/service-accounts/$account',
              params: { tenant: slug, account: id },
            })
          }}
        />
      )}
    </ListPage>
  )
}
