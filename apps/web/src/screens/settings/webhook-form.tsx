import type {
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
} from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import type { FormEvents } from '../../records/list-screen.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

function useFields(): readonly FormField[] {
  const { t } = useLingui()
  return [
    {
      kind: 'text',
      type: 'url',
      name: 'url',
      label: t`URL`,
      isRequired: true,
      maxLength: 2_048,
      hint: t`Where the events are sent, such as https://sync.example.org/events.`,
    },
    {
      kind: 'list',
      name: 'types',
      label: t`Types of events`,
      isRequired: true,
      hint: t`Separated by commas: asset.moved is one type, asset.* all types of assets, * all types.`,
    },
    {
      kind: 'answer',
      name: 'enabled',
      label: t`State`,
      isRequired: true,
      options: [
        ['true', t`Enabled`],
        ['false', t`Disabled`],
      ],
      hint: t`Events that occur while it is disabled are not sent later.`,
    },
    { kind: 'long', name: 'description', label: t`Description` },
  ]
}

/** The form that creates a webhook. It shows the secret before it calls `onDone`. */
export function NewWebhookForm({ onDone, onClose }: FormEvents<WebhookEndpoint>) {
  const { t } = useLingui()
  const fields = useFields()
  const [created, setCreated] = useState<WebhookEndpointWithSecret>()
  if (created) return <WebhookSecret endpoint={created} onClose={() => onDone(created)} />
  return (
    <RecordForm<WebhookEndpointWithSecret, WebhookEndpointCreate>
      name="new webhook"
      title={t`New webhook`}
      action={t`Create`}
      fields={fields}
      start={{ types: '*', enabled: 'true' }}
      send={(body) => api.webhookEndpoints.create(body)}
      onDone={setCreated}
      onClose={onClose}
    />
  )
}

interface WebhookFormProps extends FormEvents<WebhookEndpoint> {
  readonly endpoint: WebhookEndpoint
}

/** The form that changes a webhook. */
export function WebhookForm({ endpoint, ...events }: WebhookFormProps) {
  const { t } = useLingui()
  const params = { webhook_endpoint_id: endpoint.id }
  return (
    <RecordForm<WebhookEndpoint, WebhookEndpointUpdate>
      name="webhook"
      title={t`Change ${endpoint.url}`}
      action={t`Save`}
      fields={useFields()}
      record={endpoint}
      send={(body) => api.webhookEndpoints.update(params, body)}
      reload={() => api.webhookEndpoints.get(params)}
      {...events}
    />
  )
}
