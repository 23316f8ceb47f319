import type { WebhookDelivery, WebhookEndpoint } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Status, type Tone } from '../../ui/marks.tsx'

/** The name and the tone of each status of a delivery. */
export const deliveryStatuses: Readonly<
  Record<WebhookDelivery['status'], { readonly label: MessageDescriptor; readonly tone: Tone }>
> = {
  waiting: { label: msg`Waiting`, tone: 'waiting' },
  delivered: { label: msg`Delivered`, tone: 'good' },
  failed: { label: msg`Failed`, tone: 'problem' },
}

/** The state of a webhook: enabled, failing or disabled. */
export function WebhookState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const { enabled, failing_since } = endpoint
  const isFailing = failing_since !== null
  if (!enabled) return <Status tone={isFailing ? 'problem' : 'quiet'}>{t`Disabled`}</Status>
  return <Status tone={isFailing ? 'caution' : 'good'}>{isFailing ? t`Failing` : t`Enabled`}</Status>
}
