import type { Area } from '../store/area.ts'
import { auditLogHandlers } from './audit-log.handlers.ts'

/** What happened: the audit log of the tenant. */
export const eventArea: Area<unknown> = {
  resources: [],
  handlers: [auditLogHandlers],
}
