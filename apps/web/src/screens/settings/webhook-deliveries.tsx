import type { WebhookDelivery, WebhookEndpoint } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Moves } from '../../records/moves.tsx'
import { Related } from '../../records/related.tsx'
import { Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { deliveryStatuses } from './webhook-words.tsx'

/** Milliseconds between two loads of the deliveries: while one is about to be tried, and otherwise. */
const SOON_MS = 1_000
const LATER_MS = 20_000

/** True if a try is due within a second, or in progress. */
const isAboutToBeTried = ({ status, next_try_at }: WebhookDelivery) =>
  status === 'waiting' && (next_try_at === null || Date.parse(next_try_at) < Date.now() + SOON_MS)

interface WebhookDeliveriesProps {
  readonly endpoint: WebhookEndpoint
  readonly mayWrite: boolean
}

/** The deliveries of a webhook, with a filter by status. */
export function WebhookDeliveries({ endpoint, mayWrite }: WebhookDeliveriesProps) {
  const { t } = useLingui()
  const [status, setStatus] = useState('')
  const { id: webhook_endpoint_id } = endpoint
  return (
    <Related<WebhookDelivery>
      title={t`Deliveries`}
      queryKey={['webhook-endpoints', webhook_endpoint_id, 'deliveries', status]}
      sort="-created_at"
      list={{
        page: (query, options) =>
          api.webhookEndpoints.deliveries.list.safe(
            { webhook_endpoint_id },
            { ...query, ...(isStatus(status) && { status: [status] }) },
            options,
          ),
      }}
      refetchAfter={(deliveries) => (deliveries.some(isAboutToBeTried) ? SOON_MS : LATER_MS)}
      line={(delivery) => <Line delivery={delivery} mayRedeliver={mayWrite && maySend(endpoint, delivery)} />}
      empty={status === '' ? t`Nothing was sent yet. Send a test, or wait for an event.` : t`Nothing matches`}
      action={
        <select
          className="control small"
          aria-label={t`Status`}
          value={status}
          onChange={(event) => setStatus(event.target.value)}
        >
          <option value="">{t`All`}</option>
          {Object.entries(deliveryStatuses).map(([value, { label }]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
      }
    />
  )
}

const isStatus = (status: string): status is WebhookDelivery['status'] => status in deliveryStatuses

/** A disabled webhook gets only test deliveries. */
const maySend = ({ enabled }: WebhookEndpoint, { is_test }: WebhookDelivery) => enabled || is_test

interface LineProps {
  readonly delivery: WebhookDelivery
  readonly mayRedeliver: boolean
}

function Line({ delivery, mayRedeliver }: LineProps) {
  const { t } = useLingui()
  const { id, event_type, status, tries, last_try_at, next_try_at, response_status, failure } = delivery
  return (
    <>
      <strong>{event_type}</strong>
      <Status tone={deliveryStatuses[status].tone}>{t(deliveryStatuses[status].label)}</Status>
      <span className="at-end">
        <Moves
          of={event_type}
          moves={[
            {
              id: 'redeliver',
              label: t`Send again`,
              isOffered: mayRedeliver,
              run: () => api.webhookDeliveries.redeliver({ webhook_delivery_id: id }),
              done: t`${event_type} is sent again.`,
            },
          ]}
          touches={['webhook-endpoints']}
        />
      </span>
      <span className="hint whole-line">
        <Plural value={tries} _0="not tried yet" one="# try" other="# tries" />
        {last_try_at && (
          <>
            {' · '}
            <Trans>
              last try <When at={last_try_at} />
            </Trans>
          </>
        )}
        {response_status !== null && ` · HTTP ${response_status}`}
        {status === 'waiting' && next_try_at && !isAboutToBeTried(delivery) && (
          <>
            {' · '}
            <Trans>
              next try <When at={next_try_at} />
            </Trans>
          </>
        )}
      </span>
      {failure !== null && response_status === null && <span className="error whole-line">{failure}</span>}
    </>
  )
}
