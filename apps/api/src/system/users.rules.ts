import { redactableUserMembers } from '@commonhold/contract'
import { fieldsIn, type ListQuery } from '../store/list.ts'
import { redact } from '../store/redact.ts'

/** A user as callers without permission to read accounts see it: names and picture only. */
export const redactedUser = <U extends object>(user: U) => redact(user, redactableUserMembers)

/** True for a query that filters or sorts by a redacted member: the result would disclose the member's value. */
export function usesRedactedMembers(query: ListQuery): boolean {
  const fields = fieldsIn(query)
  return redactableUserMembers.some((member) => fields.has(member))
}
