import { kindsOfEvents } from 'virtual:event-types'
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
import { auditActions, auditKinds } from './audit-words.ts'
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
      kind: 'choices',
      name: 'types',
      label: t`Types of events`,
      isRequired: true,
      hint: t`All events, all events of a kind, or only some types of them.`,
      ...useEventTypes(),
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

/** All types of events, below the names of their kinds, and a choice for all of a kind and for all events. */
function useEventTypes() {
  const { t } = useLingui()
  const kinds = kindsOfEvents
    .map(({ kind, actions }) => ({ kind, actions, title: t(auditKinds[kind]) }))
    .sort((one, other) => one.title.localeCompare(other.title))
  const options = kinds.flatMap(({ kind, actions }) => {
    const all = `${kind}.*`
    const single = actions.map((action) => {
      const type = `${kind}.${action}`
      return [type, `${t(auditActions[action])} (${type})`] as const
    })
    return [[all, t`All of this kind (${all})`] as const, ...single]
  })
  return {
    options: [['*', t`All events (*)`] as const, ...options],
    groupOf: (type: string) => kinds.find(({ kind }) => type.startsWith(`${kind}.`))?.title,
  }
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
