import type { ServiceAccount } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { useArchivedFilter, useCommonColumns, useNameColumn } from '../../records/common-columns.tsx'
import { ListScreen } from '../../records/list-screen.tsx'
import { CutText } from '../../ui/marks.tsx'
import { ServiceAccountForm } from './service-account-form.tsx'

/** The list of service accounts. */
export function ServiceAccounts() {
  const { t } = useLingui()
  const { slug: tenant } = useTenant()
  const { created } = useCommonColumns()
  const pageOf = ({ id }: ServiceAccount): LinkProps => ({
    to: '/t/$tenant/settings/service-accounts/$account',
    params: { tenant, account: id },
  })
  return (
    <ListScreen
      name="service-accounts"
      title={t`Service accounts`}
      list={{ page: (query, options) => api.serviceAccounts.list.safe(query, options) }}
      sort="name"
      filters={[useArchivedFilter()]}
      columns={[
        useNameColumn(pageOf),
        {
          id: 'description',
          title: t`Description`,
          priority: 1,
          width: 'minmax(10rem, 4fr)',
          cell: ({ description }) => <CutText text={description} />,
        },
        created,
      ]}
      empty={{
        icon: Bot,
        title: t`No service accounts yet`,
        text: t`A service account lets a program use the API without a person’s account. It stays when people leave.`,
      }}
      add={{
        label: t`New service account`,
        isOffered: useCan()('service_accounts:write'),
        form: (events) => <ServiceAccountForm {...events} />,
        pageOf,
      }}
    />
  )
}
