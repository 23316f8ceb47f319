import type { AuditLogEntry } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { auditLog } from '../store/audit-and-idempotency.table.ts'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'

/** The entries whose reason is a code. Those of others are what users write, and stay unknown also to who filters by it. */
const isRefusal = sql`audit_log.action in ('denied', 'sign_in_refused')`

/** Restricts the list to refusals. */
export const refusals: Scope = { name: 'refusals', condition: isRefusal, values: {} }

/** The audit log as a list. Values of members stay out of it: who may read them depends on the record. */
export const auditLogStore = new Store({
  table: auditLog,
  record: 'audit',
  kind: 'owned',
  computed: {
    // The log only gets actions that the contract lists.
    action: sql<AuditLogEntry['action']>`audit_log.action`.as('action'),
    // The codes of refusals alone: what users write about a record is for those who may read the record.
    reason: sql<string | null>`case when ${isRefusal} then audit_log.reason end`.as('reason'),
    changed: sql<
      string[]
    >`array(select change ->> 'field' from jsonb_array_elements(audit_log.changes) change)`.as('changed'),
  },
})
