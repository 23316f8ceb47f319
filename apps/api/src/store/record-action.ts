import type { Event } from '@commonhold/contract'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditEntry } from './audit.ts'

type RecordAction = Event['data']['action']

/** Actions with a special name in the audit log, and the general action that each stands for. */
export const recordActions: Partial<Record<AuditEntry['action'], RecordAction>> = {
  signed_up: 'created',
  accepted: 'updated',
  declined: 'updated',
}

const cases = Object.entries(recordActions).map(([own, action]) => `when '${own}' then '${action}'`)

/** SQL for the general action of an entry: `created` for a sign-up, `updated` for the answer to an invitation. */
export const recordAction = (action: SQLWrapper) =>
  sql`case ${action} ${sql.raw(cases.join(' '))} else ${action} end`

/** The actions of the audit log that stand for one of these general actions. */
export const auditActionsOf = (actions: readonly RecordAction[]): string[] => [
  ...actions,
  ...Object.entries(recordActions).flatMap(([own, action]) => (actions.includes(action) ? [own] : [])),
]
