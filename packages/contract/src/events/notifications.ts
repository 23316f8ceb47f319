import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { id, instant, nullable, text, timestamp } from '../kernel/schema.ts'

/** The reasons for notifications. */
export const notificationKinds = ['assigned', 'approval_requested', 'mentioned', 'due', 'watched'] as const

/** When notifications are sent by mail. */
export const mailTimes = ['at_once', 'daily', 'never'] as const

const kind = z.enum(notificationKinds).meta({
  id: 'NotificationKind',
  description:
    'Why the user is notified. `assigned`: became the assignee. `approval_requested`: is an approver whose vote is requested. `mentioned`: was named in a comment (`@username`). `watched`: watches the issue. `due`: is the assignee on the due date of the issue, or has an asset on the day when it should be returned.',
})

const notification = z
  .object({
    id: id().meta({ description: 'Id of the notification (ULID).' }),
    created_at: timestamp().meta({ description: 'When the notification was created.' }),
    kind,
    issue_id: nullable(id()).meta({
      description: 'Id of the issue; null = the notification is about an asset.',
    }),
    issue_key: nullable(text(64)).meta({
      description: 'Key of the issue; null = the notification is about an asset.',
      examples: ['OPS-12'],
    }),
    issue_title: nullable(text(255)).meta({
      description: 'Title of the issue; null = the notification is about an asset.',
      examples: ['Printer jams'],
    }),
    asset_id: nullable(id()).meta({
      description: 'Id of the asset; null = the notification is about an issue.',
    }),
    asset_tag: nullable(text(64)).meta({
      description: 'Tag of the asset; null = the notification is about an issue.',
      examples: ['NB-0854'],
    }),
    asset_name: nullable(text(255)).meta({
      description: 'Name of the asset; null = the notification is about an issue.',
      examples: ['Notebook of the library'],
    }),
    actor_id: nullable(id()).meta({
      description: 'Id of the user who caused the notification; null = the system.',
    }),
    actor_name: nullable(text(255)).meta({
      description: 'Name of that user at that time; null = the system.',
      examples: ['Kim Okafor'],
    }),
    event_id: id().meta({ description: 'Id of the event that caused the notification.' }),
    read_at: nullable(timestamp()).meta({ description: 'When the notification was read; null = unread.' }),
  })
  .meta({
    id: 'Notification',
    description:
      'A message to a user: about something that another user did, or about something that is due.',
  })

const mailTime = z.enum(mailTimes).meta({
  id: 'MailTime',
  description:
    'When notifications of the kind are sent by mail: immediately (`at_once`), each morning in one mail (`daily`), or never.',
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
  .meta({
    id: 'NotificationPreferences',
    description: 'Which notifications the user gets by mail, and when.',
  })

const notificationPreferencesUpdate = z.strictObject(fields).partial().meta({
  id: 'NotificationPreferencesUpdate',
  description: 'Changes to the preferences for notifications.',
})

export interface Notification extends z.infer<typeof notification> {}
export interface NotificationPreferences extends z.infer<typeof notificationPreferences> {}
export interface NotificationPreferencesUpdate extends z.infer<typeof notificationPreferencesUpdate> {}
/** A message to a user about something that another user did, or that is due. */
export const Notification: z.core.$ZodType<Notification, Notification> = notification
/** Which notifications the user gets by mail, and when. */
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
    summary: 'List the notifications of the current user',
    description:
      'Lists the notifications of the caller in the selected tenant, if the caller may now read the issue or asset. `read_at__is_null=true&count=true` counts the unread notifications. With `Accept: text/event-stream`, the response is a stream of server-sent events named `notification`, each with one notification as its data. It sends the notifications that match the filters: new ones, or all after `Last-Event-ID` if that is sent. The stream ends with the session.',
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
    summary: 'Read the notification preferences of the current user',
    needsSession: true,
    ignoresTenant: true,
    success: { status: 200, body: NotificationPreferences },
  }),
  update: endpoint({
    ...shared,
    operationId: 'updateMyNotificationPreferences',
    method: 'patch',
    path: '/me/notification-preferences',
    summary: 'Update the notification preferences of the current user',
    needsSession: true,
    ignoresTenant: true,
    body: NotificationPreferencesUpdate,
    success: { status: 200, body: NotificationPreferences },
  }),
}
