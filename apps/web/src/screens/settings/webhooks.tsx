import type { WebhookEndpoint } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { useCommonColumns } from '../../records/common-columns.tsx'
import { ListScreen } from '../../records/list-screen.tsx'
import { RowLink } from '../../records/row-link.tsx'
import { None } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { NewWebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-words.tsx'

/** The list of webhooks. */
export function Webhooks() {
  const { t } = useLingui()
  const { slug: tenant } = useTenant()
  const { created, description } = useCommonColumns()
  const pageOf = ({ id }: WebhookEndpoint): LinkProps => ({
    to: '/t/$tenant/settings/webhooks/$webhook',
    params: { tenant, webhook: id },
  })
  return (
    <ListScreen
      name="webhook-endpoints"
      title={t`Webhooks`}
      isSearched={false}
      list={{ page: (query, options) => api.webhookEndpoints.list.safe(query, options) }}
      sort="-created_at"
      columns={[
        {
          id: 'url',
          title: t`URL`,
          isName: true,
          cell: (endpoint) => <RowLink link={pageOf(endpoint)}>{endpoint.url}</RowLink>,
        },
        {
          id: 'state',
          title: t`State`,
          priority: 1,
          width: '7.5rem',
          cell: (endpoint) => <WebhookState endpoint={endpoint} />,
        },
        {
          id: 'failing_since',
          title: t`Failing since`,
          isExtra: true,
          width: '8.5rem',
          cell: ({ failing_since }) => (failing_since ? <When at={failing_since} /> : <None />),
        },
        {
          id: 'types',
          title: t`Types of events`,
          cell: ({ types }) => <span title={types.join(', ')}>{types.join(', ')}</span>,
        },
        { ...description, title: t`Description`, width: 'minmax(7rem, 1fr)' },
        { ...created, isExtra: true },
      ]}
      empty={{
        icon: Webhook,
        title: t`No webhooks yet`,
        text: t`A webhook informs another system: when something happens here, an event is sent to its URL.`,
      }}
      add={{
        label: t`New webhook`,
        isOffered: useCan()('webhooks:write'),
        form: (events) => <NewWebhookForm {...events} />,
        pageOf,
      }}
    />
  )
}
