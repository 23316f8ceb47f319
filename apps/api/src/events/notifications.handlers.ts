import { operationGroups } from '@commonhold/contract'
import { assertTenant, type ListStream, type ReadContext } from '../store/context.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import {
  beginNotificationPreferences,
  behindNotification,
  newestNotification,
  notificationPreferencesStore,
  notificationStore,
  readAllNotifications,
  usualNotificationPreferences,
} from './notifications.store.ts'

const { notifications, myNotificationPreferences } = operationGroups

/**
 * Restricts a stream to new notifications. `reached` gets the newest id, read before the list, even if it is hidden at present.
 */
async function scopeOfNew({ reader }: ReadContext, { after, reached }: ListStream) {
  const end = (await reader.first(newestNotification))?.id ?? ''
  reached(end)
  return behindNotification(after ?? end)
}

export const notificationHandlers = implement(notifications, {
  list: async ({ query }, context) => {
    const scope = context.stream && (await scopeOfNew(context, context.stream))
    const rows = await listRecords(notificationStore, context, notifications.list.collection, query, scope)
    await assertTenant(context)
    return rows
  },
  read: async ({ params }, context) => {
    await context.tenantId()
    const row = await notificationStore.lock(context, params.notification_id)
    if (row.read_at === null)
      await notificationStore.update(context, row, { read_at: context.clock.now().toISOString() })
    return undefined
  },
  readAll: async (_, context) => {
    await context.tenantId()
    const read = await readAllNotifications(context.tx)
    context.audit(
      read.map(({ id: recordId, version, read_at }) => ({
        action: 'updated',
        recordType: 'notification',
        recordId,
        version,
        changes: [{ field: 'read_at', from: null, to: read_at }],
      })),
    )
    return undefined
  },
})

export const notificationPreferenceHandlers = implement(myNotificationPreferences, {
  get: async (_, { reader, actor }) =>
    (await notificationPreferencesStore.find(reader, actor.userId)) ?? usualNotificationPreferences,
  update: async ({ body }, context) => {
    const { tx, actor } = context
    if (Object.keys(body).length === 0)
      return (await notificationPreferencesStore.find(tx, actor.userId)) ?? usualNotificationPreferences
    await beginNotificationPreferences(tx, actor.userId)
    const before = await notificationPreferencesStore.lock(context, actor.userId)
    return notificationPreferencesStore.update(context, before, { ...body })
  },
})
