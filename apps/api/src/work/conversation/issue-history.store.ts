import { sql } from 'drizzle-orm'
import { mayBeSignInNameIn, userLabel } from '../../db/user-label.ts'
import { auditLog } from '../../store/audit-and-idempotency.table.ts'
import type { Scope } from '../../store/page-statements.ts'
import { Store } from '../../store/store.ts'

/** The audit log, read as the history of issues. */
export const issueHistoryStore = new Store({
  table: auditLog,
  record: 'audit',
  kind: 'owned',
  computed: {
    actor: sql<{ id: string; display_name: string | null } | null>`case when actor_id is not null then
      jsonb_build_object('id', actor_id, 'display_name',
        case when ${mayBeSignInNameIn('actor_name')} then (select ${userLabel} from users u where u.id = audit_log.actor_id)
          else actor_name end) end`.as('actor'),
  },
})

/** Actions that the history returns. */
const actions = ['created', 'updated', 'moved', 'deleted']

/** True if an entry of the audit log belongs to the history of the issue. */
export const isHistoryOf = (
  issueId: string,
  { record_id, record_type, action }: Awaited<ReturnType<typeof issueHistoryStore.get>>,
): boolean => record_id === issueId && record_type === 'issue' && actions.includes(action)

/** Limits a list to the history of an issue. */
export const historyOf = (issueId: string): Scope => ({
  name: 'of issue',
  condition: sql`audit_log.record_id = ${sql.placeholder('issue_id')} and audit_log.record_type = 'issue' and audit_log.action in (${sql.raw(actions.map((action) => `'${action}'`).join(', '))})`,
  values: { issue_id: issueId },
})
