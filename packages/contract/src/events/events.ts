import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, nullable, queryAnyOf, queryInteger, queryName, timestamp, verbatim } from '../kernel/schema.ts'

/** The actions of events. */
export const eventActions = [
  'created',
  'updated',
  'moved',
  'deleted',
  'due',
  'warranty_ended',
  'expired',
] as const

/** The kinds of records that have events. */
export const eventKinds = [
  'api_key',
  'asset',
  'asset_assignment',
  'asset_circulation',
  'asset_model',
  'asset_repair',
  'configuration_item',
  'contact',
  'employment_assignment',
  'employment_assignment_type',
  'group',
  'identity',
  'invitation',
  'issue',
  'issue_approval',
  'issue_attachment',
  'issue_comment',
  'issue_field',
  'issue_link',
  'issue_link_type',
  'issue_priority',
  'issue_screen',
  'issue_screen_field',
  'issue_status',
  'issue_type',
  'issue_watcher',
  'issue_workflow',
  'issue_workflow_status',
  'issue_workflow_transition',
  'location',
  'location_type',
  'member',
  'membership',
  'notification',
  'notification_preferences',
  'person',
  'preferences',
  'project',
  'relationship',
  'school',
  'school_calendar',
  'school_employment',
  'school_enrollment',
  'school_grade_level',
  'school_year',
  'service_account',
  'tenant',
  'user',
  'webhook_delivery',
  'webhook_endpoint',
] as const

/** The kinds whose events need `audit:read`. */
export const auditorKinds: readonly EventKind[] = [
  'api_key',
  'issue_approval',
  'issue_link',
  'issue_watcher',
  'member',
  'notification',
  'notification_preferences',
  'preferences',
  'tenant',
  'user',
  'webhook_delivery',
  'webhook_endpoint',
]

export type EventKind = (typeof eventKinds)[number]

/** The kinds that have an action which a date causes. All other actions exist for every kind. */
const kindsWithTimes: Partial<Record<(typeof eventActions)[number], readonly EventKind[]>> = {
  due: ['asset_assignment', 'issue'],
  warranty_ended: ['asset'],
  expired: ['invitation'],
}

/** All types of events, such as `asset.moved`. */
export const eventTypes: readonly string[] = eventKinds.flatMap((kind) =>
  eventActions
    .filter((action) => kindsWithTimes[action]?.includes(kind) ?? true)
    .map((action) => `${kind}.${action}`),
)

const namesOf = (kinds: readonly EventKind[]) => kinds.map((kind) => `\`${kind}\``).join(', ')

const eventData = z
  .object({
    record_type: z.string().meta({
      description: `Kind of the record; new kinds may be added: ${namesOf(eventKinds)}.`,
      examples: ['asset'],
    }),
    record_id: id().meta({ description: 'Id of the record.', examples: ['01J9ZC70FQ2S6H4W8B3MKXTY5D'] }),
    action: z.enum(eventActions).meta({
      id: 'EventAction',
      description:
        'What was done to the record, or which date was reached: `due` (the due date of an issue, the expected return date of an assignment), `warranty_ended` (of an asset), `expired` (of an invitation).',
      examples: ['moved'],
    }),
    operation: z
      .string()
      .meta({ description: 'The operation, by its operationId.', examples: ['retireAsset'] }),
    actor_id: nullable(id()).meta({ description: 'Id of the user who made the change; null = the system.' }),
    request_id: z
      .string()
      .meta({ description: 'Id of the request.', examples: ['01J9ZC70FQ2S6H4W8B3MKXTY5D'] }),
    version: nullable(z.int()).meta({
      description:
        'Version of the record after the change; for a deleted record, its last version. Null if the kind has no versions, and in old events, which did not record it.',
    }),
    changed: z.array(z.string()).meta({
      description:
        'Names of the members that changed; empty if the caller may not know them. Read the record for their values.',
      examples: [['status']],
    }),
  })
  .meta({ id: 'EventData', description: 'What happened to a record.' })

const event = z
  .object({
    specversion: z.literal('1.0').meta({ description: 'Version of CloudEvents.' }),
    id: id().meta({ description: 'Id of the event (ULID). It is the same in every response.' }),
    source: z.string().meta({
      description: 'Path of the tenant of the record.',
      examples: ['/tenants/01J9ZC70FQ2S6H4W8B3MKXTY5D'],
    }),
    type: z.string().meta({ description: 'Kind of record and action.', examples: ['asset.moved'] }),
    time: timestamp().meta({ description: 'When it was done.' }),
    subject: z.string().meta({
      description: 'Kind and id of the record.',
      examples: ['asset/01J9ZC70FQ2S6H4W8B3MKXTY5D'],
    }),
    datacontenttype: z.literal('application/json').meta({ description: 'Media type of `data`.' }),
    data: eventData,
  })
  .meta({ id: 'Event', description: 'One change of a record, as a CloudEvent 1.0.' })

const nextCursor = z
  .string()
  .meta({ description: 'Cursor of the next events: send it as `after` in the next request.' })

const eventPage = z
  .object({
    events: z.array(event).meta({ description: 'The events, in the order of their transactions.' }),
    next: nextCursor,
    has_more: z.boolean().meta({ description: 'True if the log has more entries to read now.' }),
  })
  .meta({ id: 'EventPage', description: 'Events, and the cursor of the next ones.' })

const eventHead = z
  .object({ next: nextCursor })
  .meta({ id: 'EventHead', description: 'The end of the log at this moment.' })

export interface Event extends z.infer<typeof event> {}
export interface EventPage extends z.infer<typeof eventPage> {}
export interface EventHead extends z.infer<typeof eventHead> {}
/** One change of a record, as a CloudEvent 1.0. */
export const Event: z.core.$ZodType<Event, Event> = event
/** Events, and the cursor of the next ones. */
export const EventPage: z.core.$ZodType<EventPage, EventPage> = eventPage
/** The end of the log at this moment. */
export const EventHead: z.core.$ZodType<EventHead, EventHead> = eventHead

const eventQuery = z.strictObject({
  after: verbatim(2048, 1).optional().meta({
    description: 'The `next` of an earlier response. Default: the beginning of the log.',
  }),
  types: queryAnyOf(queryName(100), 50)
    .optional()
    .meta({
      description:
        'Only events of these types: `asset.moved`, `asset.*` for all types of a kind, or `*` for all types. An unknown type is refused, with the names of similar types. Repeat it, or separate values by commas, for any of several.',
      examples: [['asset.*']],
    }),
  wait_seconds: queryInteger(z.int().min(0).max(25)).optional().meta({
    description:
      'Seconds to wait for an event if there is none yet. Default: 0. The timeout of the client should be a few seconds longer.',
  }),
  limit: queryInteger(z.int().min(1).max(500)).optional().meta({
    description: 'Number of log entries to read, including events of other types. Default: 100.',
  }),
})

const tag = 'Audit log'

export const events = {
  get: endpoint({
    operationId: 'getEvents',
    method: 'get',
    path: '/events',
    tag,
    summary: 'Read the changes of all records, in order',
    description: `No change is left out, even if transactions ran at the same time: the events of a transaction appear when every earlier transaction has ended. Deletions are events, too. Continue from \`next\` while \`has_more\` is true, then request again later. Without \`after\`, the response begins with the oldest events that are kept. Events are kept for 30 days by default; the operator can set another number. The response contains the events of records that the caller may read at the time of the request; with \`audit:read\`, of all records of the tenant. Events of these kinds require \`audit:read\`: ${namesOf(auditorKinds)}. A repeated request may return an event again, with the same \`id\`. With \`Accept: text/event-stream\`, the response is a stream of server-sent events, each with one event as its data. The stream begins after \`Last-Event-ID\` if that is sent, and ends with the session.`,
    permission: 'authenticated',
    query: eventQuery,
    followed: true,
    success: { status: 200, body: EventPage },
    errors: ['cursor_expired'],
  }),
  head: endpoint({
    operationId: 'getHeadOfEvent',
    method: 'get',
    path: '/events/head',
    tag,
    summary: 'Read where the log of changes ends',
    description:
      'Read `next` before you list all records for the first time, and read the events after it when the listing is done. Then you miss no change in between.',
    permission: 'authenticated',
    success: { status: 200, body: EventHead },
  }),
}
