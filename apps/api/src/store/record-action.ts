import type { Event } from '@commonhold/contract'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditEntry } from './audit.ts'

type RecordAction = Event['data']['action']

/** Actions with a name of their own in the audit log, and what they did to the record. */
export const recordActions: Partial<Record<AuditEntry['action'], RecordAction>> = {
  signed_up: 'created',
  accepted: 'updated',
  declined: 'updated',
}

const cases = Object.entries(recordActions).map(([own, action]) => `when '${own}' then '${action}'`)

/** What an action of the audit log did to the record: a sign-up created it, the answer to an invitation updated it. */
export const recordAction = (action: SQLWrapper) =>
  sql`case ${action} ${sql.raw(cases.join(' '))} else ${action} end`

/** The actions of the audit log that did one of these things to records. */
export const auditActionsOf = (actions: readonly RecordAction[]): string[] => [
  ...actions,
  ...Object.entries(recordActions).flatMap(([own, action]) => (actions.includes(action) ? [own] : [])),
]
