import { z } from 'zod'
import { moveMembers } from '../kernel/lifecycle.ts'
import { ownedOnCreate, recordMembers } from '../kernel/record.ts'
import { distinct, id, instant, line, nullable, text, timestamp, verbatim } from '../kernel/schema.ts'

const EVENT_PATTERN = /^(\*|[a-z_]{1,60}\.(\*|[a-z_]{1,40}))$/
const RECEIVER = /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/

/** What the patterns of webhook endpoints match, in words for errors, by the pattern as a zod issue contains it. */
export const webhookFormats: ReadonlyMap<string, string> = new Map([
  [EVENT_PATTERN.toString(), 'a type of event such as asset.moved, asset.* or *, in lower case'],
  [RECEIVER.toString(), 'an http or https URL without a user or password'],
])

/** A type of event, or a pattern for several. */
const eventPattern = z
  .string()
  .regex(EVENT_PATTERN)
  .meta({ examples: ['asset.*'] })

const fields = {
  url: verbatim(2_048, 1)
    .regex(RECEIVER)
    .meta({
      description:
        'The URL to which events are sent: https, without a user or password. An http URL, or an address that is not public, is accepted only if the installation allows its network.',
      examples: ['https://sync.example.org/events'],
      maxLength: 2_048,
    }),
  types: distinct(eventPattern, 50).meta({
    description:
      'Types of events to send: `asset.moved`, `asset.*` for all types of a kind, `*` for all types. Types that are added must exist; `record_type` of an event lists the kinds.',
    examples: [['asset.*', 'person.created']],
  }),
  enabled: z.boolean().meta({
    description: 'Whether events are sent. Events that happen while it is false are not sent later.',
  }),
  description: nullable(text(1_000)).meta({ description: 'What the endpoint is for.' }),
}

/** A request must contain at least one type; old endpoints may have none. */
const given = { ...fields, types: fields.types.min(1) }

const endpointMembers = {
  ...recordMembers,
  tenant_id: id().meta({ description: 'Id of the tenant whose events are sent.' }),
  ...fields,
  failing_since: nullable(timestamp()).meta({
    description:
      'The time since which every try has failed; null = the last try succeeded. After 5 days the endpoint is disabled.',
  }),
  paused_until: nullable(timestamp()).meta({
    description:
      'When the pause ends that follows five or more failed tries in a row; until then nothing is sent. The first pause takes one second, the longest 5 minutes. Null = events are sent. A new `url`, a successful test and `redeliver` end the pause.',
  }),
  former_secret_expires_at: nullable(timestamp()).meta({
    description: 'When the secret from before the last rotation stops signing; null = there is none.',
  }),
}

const webhookEndpoint = z.object(endpointMembers).meta({
  id: 'WebhookEndpoint',
  description:
    'A URL to which the events of the tenant are sent as they happen, signed as Standard Webhooks defines it.',
})
const webhookEndpointWithSecret = z
  .object({
    ...endpointMembers,
    secret: z.string().meta({
      format: 'password',
      description:
        'The secret of the signatures: `whsec_` and 32 bytes in base64. Only this response contains it.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDTGPEVvGdo2c='],
    }),
  })
  .meta({ id: 'WebhookEndpointWithSecret', description: 'A webhook endpoint, and its secret.' })
const webhookEndpointCreate = z
  .strictObject({ ...given, tenant_id: ownedOnCreate.tenant_id })
  .partial({ types: true, enabled: true, description: true })
  .meta({
    id: 'WebhookEndpointCreate',
    description: 'A new webhook endpoint. By default it is enabled and gets events of all types.',
  })
const webhookEndpointUpdate = z
  .strictObject(given)
  .partial()
  .meta({ id: 'WebhookEndpointUpdate', description: 'Changes to a webhook endpoint.' })
const webhookReplay = z
  .strictObject({
    since: instant().meta({ description: 'Events since this time are sent again; at most 30 days ago.' }),
  })
  .meta({ id: 'WebhookReplay', description: 'The time since which events are sent again.' })

const webhookSending = z
  .strictObject({ reason: moveMembers.reason })
  .meta({ id: 'WebhookSending', description: 'Why an event is sent; optional.' })

/** The statuses of a delivery. */
export const webhookDeliveryStatuses = ['waiting', 'delivered', 'failed'] as const

export const webhookDeliveryStatus = z.enum(webhookDeliveryStatuses).meta({
  id: 'WebhookDeliveryStatus',
  description:
    'Status of the delivery: `waiting` for its first or next try, `delivered` with a response status of 200 to 299, or `failed` after the last try.',
})

/** The full name of a type of event: at most 101 characters. */
export const eventType = () => line(101)

const webhookDelivery = z
  .object({
    ...recordMembers,
    tenant_id: id().meta({ description: 'Id of the tenant.' }),
    endpoint_id: id().meta({ description: 'Id of the webhook endpoint.' }),
    event_id: id().meta({ description: 'Id of the event, which is sent as `webhook-id`.' }),
    event_type: z.string().meta({ description: 'Type of the event.', examples: ['asset.moved'] }),
    is_test: z
      .boolean()
      .meta({ description: 'True for a test event of `POST /webhook-endpoints/{id}/test`.' }),
    status: webhookDeliveryStatus,
    tries: z.int().meta({ description: 'Number of tries.' }),
    next_try_at: nullable(timestamp()).meta({
      description: 'When the next try is due; null = no more tries.',
    }),
    last_try_at: nullable(timestamp()).meta({ description: 'When the last try was made; null = never.' }),
    response_status: nullable(z.int()).meta({
      description: 'HTTP status of the response to the last try; null = no response.',
      examples: [503],
    }),
    failure: nullable(z.string()).meta({
      description:
        'Why the last try failed: the response, no response within 15 seconds, a failed connection, or an address that is not allowed or not found. Null = it did not fail.',
    }),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'The delivery of one event to one endpoint. It is kept for 30 days.',
  })

export interface WebhookEndpoint extends z.infer<typeof webhookEndpoint> {}
export interface WebhookEndpointWithSecret extends z.infer<typeof webhookEndpointWithSecret> {}
export interface WebhookEndpointCreate extends z.infer<typeof webhookEndpointCreate> {}
export interface WebhookEndpointUpdate extends z.infer<typeof webhookEndpointUpdate> {}
export interface WebhookReplay extends z.infer<typeof webhookReplay> {}
export interface WebhookSending extends z.infer<typeof webhookSending> {}
export interface WebhookDelivery extends z.infer<typeof webhookDelivery> {}
/** A URL to which the events of the tenant are sent. */
export const WebhookEndpoint: z.core.$ZodType<WebhookEndpoint, WebhookEndpoint> = webhookEndpoint
/** A webhook endpoint, and its secret. */
export const WebhookEndpointWithSecret: z.core.$ZodType<
  WebhookEndpointWithSecret,
  WebhookEndpointWithSecret
> = webhookEndpointWithSecret
/** A new webhook endpoint. */
export const WebhookEndpointCreate: z.core.$ZodType<WebhookEndpointCreate, WebhookEndpointCreate> =
  webhookEndpointCreate
/** A merge patch (RFC 7396) of a webhook endpoint. */
export const WebhookEndpointUpdate: z.core.$ZodType<WebhookEndpointUpdate, WebhookEndpointUpdate> =
  webhookEndpointUpdate
/** The time since which events are sent again. */
export const WebhookReplay: z.core.$ZodType<WebhookReplay, WebhookReplay> = webhookReplay
/** Why an event is sent. */
export const WebhookSending: z.core.$ZodType<WebhookSending, WebhookSending> = webhookSending
/** The delivery of one event to one endpoint. */
export const WebhookDelivery: z.core.$ZodType<WebhookDelivery, WebhookDelivery> = webhookDelivery
