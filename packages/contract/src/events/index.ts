import { auditLog } from './audit-log.ts'
import { events } from './events.ts'

export * from './audit-log.ts'
export * from './events.ts'

export const eventGroups = { auditLog, events }
