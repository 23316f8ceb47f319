import { auditLog } from './audit-log.ts'

export * from './audit-log.ts'

export const eventGroups = { auditLog }
