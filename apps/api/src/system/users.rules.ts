import { redactableUserMembers } from '@commonhold/contract'
import { fieldsIn, type ListQuery } from '../store/list.ts'
import { redact } from '../store/redact.ts'

/** A user as those see the user who may not read accounts: names and picture. */
export const redactedUser = <U extends object>(user: U) => redact(user, redactableUserMembers)

/** True for a query that filters or sorts by a redacted member: its answer would disclose the member's value. */
export function usesRedactedMembers(query: ListQuery): boolean {
  const fields = fieldsIn(query)
  return redactableUserMembers.some((member) => fields.has(member))
}
