import type { WebhookEndpoint, WebhookEndpointWithSecret, WebhookReplay } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import type { Move } from '../../records/moves.tsx'
import { RecordActions } from '../../records/record-actions.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts } from '../../records/section.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { When } from '../../ui/when.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { WebhookState } from './webhook-words.tsx'

/** Milliseconds between two loads of the webhook, whose state changes when deliveries succeed or fail. */
const STATE_MS = 20_000

/** The page of one webhook: its facts and its deliveries. */
export function WebhookPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const navigate = useNavigate()
  const [secret, setSecret] = useState<WebhookEndpointWithSecret>()
  const { webhook: webhook_endpoint_id } = useParams({ from: '/t/$tenant/settings/webhooks/$webhook' })
  const params = { webhook_endpoint_id }
  const within = {
    text: t`Webhooks`,
    link: { to: '/t/$tenant/settings/webhooks', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['webhook-endpoints', webhook_endpoint_id],
    queryFn: ({ signal }) => api.webhookEndpoints.get(params, { signal }),
    refetchInterval: STATE_MS,
  })
  const deletion = useDeletion({
    record: query.data,
    name: query.data?.url ?? '',
    mayDelete: can('webhooks:delete'),
    remove: () => api.webhookEndpoints.delete(params),
    onRemoved: () => void navigate(within.link),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const endpoint = query.data
  const { url, enabled, failing_since, paused_until, former_secret_expires_at } = endpoint
  const mayWrite = can('webhooks:write')
  const enable = (now: boolean) => () => api.webhookEndpoints.update(params, { enabled: now })
  const moves: readonly Move<unknown>[] = [
    {
      id: 'test',
      label: t`Send a test`,
      isOffered: mayWrite,
      isNext: enabled,
      run: () => api.webhookEndpoints.test(params),
      done: t`A test is sent to ${url}.`,
    },
    {
      id: 'rotate',
      label: t`Replace the secret`,
      isOffered: mayWrite,
      warning: t`A new secret is created. For 24 hours, events are also signed with the current one. Older secrets stop working.`,
      run: async () => setSecret(await api.webhookEndpoints.rotateSecret(params)),
      done: t`${url} has a new secret.`,
    },
    {
      id: 'replay',
      label: t`Send past events again`,
      isOffered: mayWrite && enabled,
      warning: t`All events of its types since then are sent, including those that were already delivered.`,
      fields: [
        {
          kind: 'moment',
          name: 'since',
          label: t`Since`,
          isRequired: true,
          hint: t`At most 30 days ago.`,
        },
      ],
      // The body has only the members of the fields above.
      run: (body) => api.webhookEndpoints.replay(params, body as WebhookReplay),
      done: t`Past events are sent to ${url} again.`,
    },
    {
      id: 'enable',
      label: t`Enable`,
      isOffered: mayWrite && !enabled,
      isNext: true,
      run: enable(true),
      done: t`${url} was enabled.`,
    },
    {
      id: 'disable',
      label: t`Disable`,
      isOffered: mayWrite && enabled,
      warning: t`Waiting events are discarded. Events that occur while it is disabled are not sent later.`,
      run: enable(false),
      done: t`${url} was disabled.`,
    },
    {
      ...deletion,
      warning: t`It is deleted permanently with its deliveries, and no more events are sent to it.`,
    },
  ]
  return (
    <RecordPage
      within={within}
      title={url}
      marks={<WebhookState endpoint={endpoint} />}
      actions={
        <RecordActions<WebhookEndpoint>
          of={url}
          touches={['webhook-endpoints']}
          moves={moves}
          mayEdit={mayWrite}
          form={(events) => <WebhookForm endpoint={endpoint} {...events} />}
        />
      }
      side={
        <Facts
          facts={[
            [t`Description`, endpoint.description],
            [t`Types of events`, endpoint.types.join(', ')],
            [t`Failing since`, failing_since && <When key="failing" at={failing_since} />],
            [t`Nothing is sent until`, paused_until && <When key="paused" at={paused_until} />],
            [
              t`Former secret signs until`,
              former_secret_expires_at && Date.parse(former_secret_expires_at) > Date.now() && (
                <When key="former" at={former_secret_expires_at} />
              ),
            ],
            [t`Created`, <When key="at" at={endpoint.created_at} />],
          ]}
        />
      }
    >
      <WebhookDeliveries endpoint={endpoint} mayWrite={mayWrite} />
      {secret && <WebhookSecret endpoint={secret} onClose={() => setSecret(undefined)} />}
    </RecordPage>
  )
}
