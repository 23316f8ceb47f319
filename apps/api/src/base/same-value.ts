import { isDeepStrictEqual } from 'node:util'
import { isUlid } from '@commonhold/contract'

/** Whether two JSON values are equal. The order of members does not count, because jsonb changes it. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || isDeepStrictEqual(one, other, { skipPrototype: true })

/** Whether a value in a request equals the stored one: the case of ids and the offset of moments do not count. */
export function isSameAsStored(sent: unknown, stored: unknown): boolean {
  if (isSameValue(sent, stored)) return true
  if (typeof sent !== 'string' || typeof stored !== 'string') return false
  if (isUlid(sent)) return sent.toUpperCase() === stored
  return stored.endsWith('Z') && Date.parse(sent) === Date.parse(stored)
}
