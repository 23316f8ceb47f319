import { auditLog } from './audit-log.ts'
import { events } from './events.ts'
import { myNotificationPreferences, notifications } from './notifications.ts'

export * from './audit-log.ts'
export * from './events.ts'
export * from './notifications.ts'

export const eventGroups = { auditLog, events, notifications, myNotificationPreferences }
