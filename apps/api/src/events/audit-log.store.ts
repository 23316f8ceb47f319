import type { AuditLogEntry } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { auditLog } from '../store/audit-and-idempotency.table.ts'
import { Store } from '../store/store.ts'

/** The audit log as a list. Values of members stay out of it: who may read them depends on the record. */
export const auditLogStore = new Store({
  table: auditLog,
  record: 'audit',
  kind: 'owned',
  derived: {
    // The log only gets actions that the contract lists.
    action: sql<AuditLogEntry['action']>`audit_log.action`.as('action'),
    changed: sql<
      string[]
    >`array(select change ->> 'field' from jsonb_array_elements(audit_log.changes) change)`.as('changed'),
  },
})
