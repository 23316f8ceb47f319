import { sql } from 'drizzle-orm'
import { auditLog } from '../kernel/kernel.table.ts'
import type { Scope } from '../kernel/listing.ts'
import { Store } from '../kernel/store.ts'

/** The audit log, as far as it is the history of issues. */
export const issueHistoryStore = new Store({
  table: auditLog,
  record: 'audit',
  kind: 'owned',
  derived: {
    actor: sql<{
      id: string
      display_name: string | null
    } | null>`(select jsonb_build_object('id', u.id, 'display_name', u.display_name) from users u where u.id = audit_log.actor_id)`.as(
      'actor',
    ),
  },
})

/** What was done to the record of an issue. */
export const historyOf = (issueId: string): Scope => ({
  name: 'of issue',
  condition: sql`audit_log.record_id = ${sql.placeholder('issue_id')} and audit_log.record_type = 'issue' and audit_log.action in ('created', 'updated', 'moved', 'deleted')`,
  values: { issue_id: issueId },
})
