import type { Area } from '../store/area.ts'
import { auditLogHandlers } from './audit-log.handlers.ts'
import { type EventServices, eventHandlers } from './events.handlers.ts'
import { notificationHandlers, notificationPreferenceHandlers } from './notifications.handlers.ts'
import { notificationCursors, notificationPreferences, notifications } from './notifications.table.ts'

/** The audit log of a tenant, as a list and as ordered events, and the notifications that are made of it. */
export const eventArea: Area<EventServices> = {
  resources: [],
  handlers: [auditLogHandlers, eventHandlers, notificationHandlers, notificationPreferenceHandlers],
  tables: { owned: [notifications], global: [notificationCursors, notificationPreferences] },
  functions: new URL('./functions.sql', import.meta.url),
}
