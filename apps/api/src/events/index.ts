import type { Area } from '../store/area.ts'
import { auditLogHandlers } from './audit-log.handlers.ts'
import { eventHandlers } from './events.handlers.ts'

/** What happened: the audit log of the tenant, as a list and as events in order. */
export const eventArea: Area<unknown> = {
  resources: [],
  handlers: [auditLogHandlers, eventHandlers],
}
