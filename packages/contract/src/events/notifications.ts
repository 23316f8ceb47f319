import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { id, instant, nullable, text, timestamp } from '../kernel/schema.ts'

/** Why somebody is notified. */
export const notificationKinds = ['assigned', 'approval_requested', 'mentioned', 'due', 'watched'] as const

/** When a mail tells of notifications. */
export const mailTimes = ['at_once', 'daily', 'never'] as const

const kind = z.enum(notificationKinds).meta({
  id: 'NotificationKind',
  description:
    'Why one is notified: one became the assignee, is asked to approve, was named in a comment (`@username`), watches the issue, or something is due: one is the assignee on the day when the issue is due, or holds an asset on the day when it is to be returned.',
})

const notification = z
  .object({
    id: id().meta({ description: 'Id of the notification (ULID).' }),
    created_at: timestamp().meta({ description: 'When it was made.' }),
    kind,
    issue_id: nullable(id()).meta({ description: 'Id of the issue; null = it is about an asset.' }),
    issue_key: nullable(text(64)).meta({
      description: 'Key of the issue; null = it is about an asset.',
      examples: ['OPS-12'],
    }),
    issue_title: nullable(text(255)).meta({
      description: 'Title of the issue; null = it is about an asset.',
      examples: ['Printer jams'],
    }),
    asset_id: nullable(id()).meta({ description: 'Id of the asset; null = it is about an issue.' }),
    asset_tag: nullable(text(64)).meta({
      description: 'Tag of the asset; null = it is about an issue.',
      examples: ['NB-0854'],
    }),
    asset_name: nullable(text(255)).meta({
      description: 'Name of the asset; null = it is about an issue.',
      examples: ['Notebook of the library'],
    }),
    actor_id: nullable(id()).meta({ description: 'Id of the user who did it; null = the system.' }),
    actor_name: nullable(text(255)).meta({
      description: 'Name of that user at that time; null = the system.',
      examples: ['Kim Okafor'],
    }),
    event_id: id().meta({ description: 'Id of the event that it tells of.' }),
    read_at: nullable(timestamp()).meta({ description: 'When it was read; null = it is unread.' }),
  })
  .meta({
    id: 'Notification',
    description: 'What somebody else did, or what came with time, that concerns one.',
  })

const mailTime = z.enum(mailTimes).meta({
  id: 'MailTime',
  description:
    'When a mail tells of notifications of the kind: at once, each morning together with others, or never.',
})

const fields = {
  assigned: mailTime,
  approval_requested: mailTime,
  mentioned: mailTime,
  due: mailTime,
  watched: mailTime,
}

const notificationPreferences = z
  .object({
    ...fields,
    updated_at: nullable(timestamp()).meta({
      description: 'When the preferences last changed; null = never.',
    }),
    version: z
      .int()
      .min(1)
      .meta({ description: 'Grows by one with every change; the ETag is made from it.' }),
  })
  .meta({ id: 'NotificationPreferences', description: 'Which notifications one gets by mail, and when.' })

const notificationPreferencesUpdate = z.strictObject(fields).partial().meta({
  id: 'NotificationPreferencesUpdate',
  description: 'Changes to the preferences.',
})

export interface Notification extends z.infer<typeof notification> {}
export interface NotificationPreferences extends z.infer<typeof notificationPreferences> {}
export interface NotificationPreferencesUpdate extends z.infer<typeof notificationPreferencesUpdate> {}
/** What somebody else did that concerns one. */
export const Notification: z.core.$ZodType<Notification, Notification> = notification
/** Which notifications one gets by mail, and when. */
export const NotificationPreferences: z.core.$ZodType<NotificationPreferences, NotificationPreferences> =
  notificationPreferences
/** A merge patch (RFC 7396) of these preferences. */
export const NotificationPreferencesUpdate: z.core.$ZodType<
  NotificationPreferencesUpdate,
  NotificationPreferencesUpdate
> = notificationPreferencesUpdate

const notificationCollection = collection({
  filters: {
    kind: byValue(kind),
    created_at: byTime(instant()),
    read_at: byTime(instant(), { nullable: true }),
  },
  sort: ['created_at'],
})

const shared = { tag: 'Current user', permission: 'authenticated' } as const

export const notifications = {
  list: endpoint({
    ...shared,
    operationId: 'listMyNotifications',
    method: 'get',
    path: '/me/notifications',
    summary: 'List one’s notifications',
    description:
      'Lists what others did in the selected tenant that concerns the caller, and what is due, if the caller may now read the issue or asset. `read_at__is_null=true&count=true` counts the unread ones. With `Accept: text/event-stream` the answer is a stream of server-sent events, `notification` with the notification as its data, for those that fit the filters: new ones, or all after `Last-Event-ID` where that is sent. It ends with the session.',
    query: notificationCollection.query,
    collection: notificationCollection,
    live: 'notification',
    success: { status: 200, body: z.array(Notification) },
  }),
  read: endpoint({
    ...shared,
    operationId: 'readMyNotification',
    method: 'post',
    path: '/me/notifications/{notification_id}/read',
    summary: 'Mark a notification as read',
    needsSession: true,
    success: { status: 204 },
  }),
  readAll: endpoint({
    ...shared,
    operationId: 'readMyNotificationsAll',
    method: 'post',
    path: '/me/notifications/read-all',
    summary: 'Mark all notifications of the tenant as read',
    needsSession: true,
    success: { status: 204 },
  }),
}

export const myNotificationPreferences = {
  get: endpoint({
    ...shared,
    operationId: 'getMyNotificationPreferences',
    method: 'get',
    path: '/me/notification-preferences',
    summary: 'Read which notifications one gets by mail',
    needsSession: true,
    ignoresTenant: true,
    success: { status: 200, body: NotificationPreferences },
  }),
  update: endpoint({
    ...shared,
    operationId: 'updateMyNotificationPreferences',
    method: 'patch',
    path: '/me/notification-preferences',
    summary: 'Update which notifications one gets by mail',
    needsSession: true,
    ignoresTenant: true,
    body: NotificationPreferencesUpdate,
    success: { status: 200, body: NotificationPreferences },
  }),
}
