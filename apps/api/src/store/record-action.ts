import type { Event } from '@commonhold/contract'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditEntry } from './audit.ts'

/** Actions with a name of their own in the audit log, and what they did to the record. */
export const recordActions: Partial<Record<AuditEntry['action'], Event['data']['action']>> = {
  signed_up: 'created',
  accepted: 'updated',
  declined: 'updated',
}

/** The actions of the audit log that did one thing to records. */
export const actionsThatDid = (done: unknown): unknown[] => [
  done,
  ...Object.entries(recordActions).flatMap(([own, meant]) => (meant === done ? [own] : [])),
]

const cases = Object.entries(recordActions).map(([own, done]) => `when '${own}' then '${done}'`)

/** What an action of the audit log did to the record: a sign-up created it, the answer to an invitation updated it. */
export const recordAction = (action: SQLWrapper) =>
  sql`case ${action} ${sql.raw(cases.join(' '))} else ${action} end`
