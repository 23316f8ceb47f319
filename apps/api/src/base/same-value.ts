import { isDeepStrictEqual } from 'node:util'
import { isUlid } from '@commonhold/contract'

/** Whether two JSON values are the same; jsonb keeps the members of an object in an order of its own. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || isDeepStrictEqual(one, other, { skipPrototype: true })

/** Whether a value that was sent is the stored one: ids are the same in either case, moments whatever their offset. */
export function isSameAsStored(sent: unknown, stored: unknown): boolean {
  if (isSameValue(sent, stored)) return true
  if (typeof sent !== 'string' || typeof stored !== 'string') return false
  if (isUlid(sent)) return sent.toUpperCase() === stored
  return stored.endsWith('Z') && Date.parse(sent) === Date.parse(stored)
}
