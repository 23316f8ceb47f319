import type { AuditLogEntry } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { auditLog } from '../store/audit-and-idempotency.table.ts'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'

/** Entries whose reason is a code. Other reasons are texts of users, which a filter must not reveal either. */
const isRefusal = sql`audit_log.action in ('denied', 'sign_in_refused')`

/** Restricts the list to refusals. */
export const refusals: Scope = { name: 'refusals', condition: isRefusal, values: {} }

/** The audit log as a list, without the values of members: who may read those depends on the record. */
export const auditLogStore = new Store({
  table: auditLog,
  record: 'audit',
  kind: 'owned',
  computed: {
    // Only actions that the contract lists are written to the log.
    action: sql<AuditLogEntry['action']>`audit_log.action`.as('action'),
    // Only codes of refusals: a text that a user wrote about a record requires permission to read the record.
    reason: sql<string | null>`case when ${isRefusal} then audit_log.reason end`.as('reason'),
    changed: sql<
      string[]
    >`array(select change ->> 'field' from jsonb_array_elements(audit_log.changes) change)`.as('changed'),
  },
})
