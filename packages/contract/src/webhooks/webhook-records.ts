import { z } from 'zod'
import { moveMembers } from '../kernel/lifecycle.ts'
import { ownedOnCreate, recordMembers } from '../kernel/record.ts'
import { distinct, id, instant, line, nullable, text, timestamp, verbatim } from '../kernel/schema.ts'

const EVENT_PATTERN = /^(\*|[a-z_]{1,60}\.(\*|[a-z_]{1,40}))$/
const RECEIVER = /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/

/** What patterns of webhook endpoints ask for, by the pattern as zod has it in an issue. */
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
        'Where events are sent: an https URL without a user or password. An http URL, and an address that is not public, only where the installation allows its network.',
      examples: ['https://sync.example.org/events'],
      maxLength: 2_048,
    }),
  types: distinct(eventPattern, 50).meta({
    description:
      'Types of events to send: `asset.moved`, `asset.*` for all of a kind, `*` for everything. Those that are added must be types that there are: kinds are those of `record_type` of an event.',
    examples: [['asset.*', 'person.created']],
  }),
  enabled: z
    .boolean()
    .meta({ description: 'Whether events are sent. What happens meanwhile is not sent later.' }),
  description: nullable(text(1_000)).meta({ description: 'What the endpoint is for.' }),
}

/** What is given has a type; endpoints of before may have none. */
const given = { ...fields, types: fields.types.min(1) }

const endpointMembers = {
  ...recordMembers,
  tenant_id: id().meta({ description: 'Id of the tenant whose events are sent.' }),
  ...fields,
  failing_since: nullable(timestamp()).meta({
    description:
      'Since when every try has failed; null = the last one was a success. After 5 days the endpoint is disabled.',
  }),
  paused_until: nullable(timestamp()).meta({
    description:
      'Until when nothing is sent, because five tries or more in a row have failed: for one second at first, for 5 minutes at most. Null = events are sent. A new `url`, a test that succeeds and `redeliver` end the pause.',
  }),
  former_secret_expires_at: nullable(timestamp()).meta({
    description: 'Until when the secret before the last rotation signs as well; null where there is none.',
  }),
}

const webhookEndpoint = z.object(endpointMembers).meta({
  id: 'WebhookEndpoint',
  description:
    'A URL to which the events of the tenant are sent as they happen, signed as Standard Webhooks describes it.',
})
const webhookEndpointWithSecret = z
  .object({
    ...endpointMembers,
    secret: z.string().meta({
      format: 'password',
      description: 'What the signatures are made with: `whsec_` and 32 bytes in base64. Shown this once.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDTGPEVvGdo2c='],
    }),
  })
  .meta({ id: 'WebhookEndpointWithSecret', description: 'A webhook endpoint, and its secret.' })
const webhookEndpointCreate = z
  .strictObject({ ...given, tenant_id: ownedOnCreate.tenant_id })
  .partial({ types: true, enabled: true, description: true })
  .meta({
    id: 'WebhookEndpointCreate',
    description: 'A new webhook endpoint: of everything, and enabled, unless it says otherwise.',
  })
const webhookEndpointUpdate = z
  .strictObject(given)
  .partial()
  .meta({ id: 'WebhookEndpointUpdate', description: 'Changes to a webhook endpoint.' })
const webhookReplay = z
  .strictObject({
    since: instant().meta({ description: 'Events from then on are sent again; at most 30 days ago.' }),
  })
  .meta({ id: 'WebhookReplay', description: 'From when events are sent again.' })

const webhookSending = z
  .strictObject({ reason: moveMembers.reason })
  .meta({ id: 'WebhookSending', description: 'Why something is sent; optional.' })

/** Status of a delivery. */
export const webhookDeliveryStatuses = ['waiting', 'delivered', 'failed'] as const

export const webhookDeliveryStatus = z.enum(webhookDeliveryStatuses).meta({
  id: 'WebhookDeliveryStatus',
  description:
    'Status of the delivery: it waits for its first or next try, was accepted with a status of 200 to 299, or has failed for good.',
})

/** A type of event in full. */
export const eventType = () => line(101)

const webhookDelivery = z
  .object({
    ...recordMembers,
    tenant_id: id().meta({ description: 'Id of the tenant.' }),
    endpoint_id: id().meta({ description: 'Id of the webhook endpoint.' }),
    event_id: id().meta({ description: 'Id of the event, which is sent as `webhook-id`.' }),
    event_type: z.string().meta({ description: 'Type of the event.', examples: ['asset.moved'] }),
    is_test: z.boolean().meta({ description: 'True for what `POST /webhook-endpoints/{id}/test` sent.' }),
    status: webhookDeliveryStatus,
    tries: z.int().meta({ description: 'How often it was tried.' }),
    next_try_at: nullable(timestamp()).meta({ description: 'When it is tried next; null = not any more.' }),
    last_try_at: nullable(timestamp()).meta({ description: 'When it was last tried; null = never.' }),
    response_status: nullable(z.int()).meta({
      description: 'HTTP status of the answer to the last try; null = there was none.',
      examples: [503],
    }),
    failure: nullable(z.string()).meta({
      description:
        'Why the last try failed: the answer, none within 15 seconds, a connection that failed, an address that is not allowed or not found; null = it did not.',
    }),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint. Kept for 30 days.' })

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
/** From when events are sent again. */
export const WebhookReplay: z.core.$ZodType<WebhookReplay, WebhookReplay> = webhookReplay
/** Why something is sent. */
export const WebhookSending: z.core.$ZodType<WebhookSending, WebhookSending> = webhookSending
/** One event on its way to one endpoint. */
export const WebhookDelivery: z.core.$ZodType<WebhookDelivery, WebhookDelivery> = webhookDelivery
