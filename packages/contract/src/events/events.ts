import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, nullable, queryAnyOf, queryInteger, queryName, timestamp, verbatim } from '../kernel/schema.ts'

/** What events tell of a record. */
export const eventActions = [
  'created',
  'updated',
  'moved',
  'deleted',
  'due',
  'warranty_ended',
  'expired',
] as const

/** The kinds of records that events tell of. */
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

/** The kinds whose events only those who hold `audit:read` receive. */
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

/** The kinds of which a time can come; whatever else is done is done to every kind. */
const kindsWithTimes: Partial<Record<(typeof eventActions)[number], readonly EventKind[]>> = {
  due: ['asset_assignment', 'issue'],
  warranty_ended: ['asset'],
  expired: ['invitation'],
}

/** Every type of event: `asset.moved`. */
export const eventTypes: readonly string[] = eventKinds.flatMap((kind) =>
  eventActions
    .filter((action) => kindsWithTimes[action]?.includes(kind) ?? true)
    .map((action) => `${kind}.${action}`),
)

const namesOf = (kinds: readonly EventKind[]) => kinds.map((kind) => `\`${kind}\``).join(', ')

const eventData = z
  .object({
    record_type: z.string().meta({
      description: `Kind of the record; more may be added: ${namesOf(eventKinds)}.`,
      examples: ['asset'],
    }),
    record_id: id().meta({ description: 'Id of the record.', examples: ['01J9ZC70FQ2S6H4W8B3MKXTY5D'] }),
    action: z.enum(eventActions).meta({
      id: 'EventAction',
      description:
        'What was done to the record, or which of its times has come: `due` (of an issue its day, of an assignment the expected return), `warranty_ended` of an asset, `expired` of an invitation.',
      examples: ['moved'],
    }),
    operation: z
      .string()
      .meta({ description: 'Operation that did it, by its operationId.', examples: ['retireAsset'] }),
    actor_id: nullable(id()).meta({ description: 'Id of the user who did it; null = the system.' }),
    request_id: z
      .string()
      .meta({ description: 'Id of the request.', examples: ['01J9ZC70FQ2S6H4W8B3MKXTY5D'] }),
    version: nullable(z.int()).meta({
      description:
        'Version of the record after the change, of a deleted one its last. Null where the kind has none, and before this was recorded.',
    }),
    changed: z.array(z.string()).meta({
      description:
        'Names of the members that changed; none where the caller may not know them. Read the record for their values.',
      examples: [['status']],
    }),
  })
  .meta({ id: 'EventData', description: 'What happened to a record.' })

const event = z
  .object({
    specversion: z.literal('1.0').meta({ description: 'Version of CloudEvents.' }),
    id: id().meta({ description: 'Id of the event (ULID); the same whenever it is read.' }),
    source: z.string().meta({
      description: 'Path of the tenant in which it happened.',
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

const nextCursor = z.string().meta({ description: 'Where to go on: the `after` of the next request.' })

const eventPage = z
  .object({
    events: z.array(event).meta({ description: 'The events, in the order of their transactions.' }),
    next: nextCursor,
    has_more: z.boolean().meta({ description: 'True where more of the log can be read at once.' }),
  })
  .meta({ id: 'EventPage', description: 'Events, and where to go on.' })

const eventHead = z
  .object({ next: nextCursor })
  .meta({ id: 'EventHead', description: 'The end of the log at this moment.' })

export interface Event extends z.infer<typeof event> {}
export interface EventPage extends z.infer<typeof eventPage> {}
export interface EventHead extends z.infer<typeof eventHead> {}
/** One change of a record, as a CloudEvent 1.0. */
export const Event: z.core.$ZodType<Event, Event> = event
/** Events, and where to go on. */
export const EventPage: z.core.$ZodType<EventPage, EventPage> = eventPage
/** The end of the log at this moment. */
export const EventHead: z.core.$ZodType<EventHead, EventHead> = eventHead

const eventQuery = z.strictObject({
  after: verbatim(2048, 1).optional().meta({
    description: 'The `next` of an earlier answer; from the beginning of the log unless given.',
  }),
  types: queryAnyOf(queryName(100), 50)
    .optional()
    .meta({
      description:
        'Only these types: `asset.moved`, `asset.*` for all of a kind, or `*` for everything. A type that there is not is refused, and the nearest ones named. Repeat it, or separate values by commas, for any of several.',
      examples: [['asset.*']],
    }),
  wait_seconds: queryInteger(z.int().min(0).max(25)).optional().meta({
    description:
      'Seconds to wait for an event where there is none yet; 0 unless given. Let the client wait a few seconds longer.',
  }),
  limit: queryInteger(z.int().min(1).max(500)).optional().meta({
    description: 'Entries of the log to look at, events of other types included; 100 unless given.',
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
    description: `No change is left out, even of transactions that ran at the same time: the events of one are shown when every earlier one has ended. Continue from \`next\` while \`has_more\` is true, then request again later. Deletions are events, too. Without \`after\`, the answer begins at the oldest events that are kept: those of the last 30 days unless the operator has set another number. Events are about records that the caller may read at the time of the request; with \`audit:read\` about all records of the tenant. Those of some kinds are for \`audit:read\` alone: ${namesOf(auditorKinds)}. An event may be read twice where a request is repeated: its \`id\` shows that. With \`Accept: text/event-stream\` the answer is a stream of server-sent events, each with the event as its data, that begins behind \`Last-Event-ID\`, where that is sent, and ends with the session.`,
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
      'Read `next` before the first full listing of the records, and read the events after it once the listing is done. So no change in between is missed.',
    permission: 'authenticated',
    success: { status: 200, body: EventHead },
  }),
}
