import { isDeepStrictEqual } from 'node:util'
import { isUlid } from '@commonhold/contract'

/** True when two JSON values are equal. The order of members is ignored, because jsonb changes it. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || isDeepStrictEqual(one, other, { skipPrototype: true })

/** True when a value in a request equals the stored one. The case of ids and the UTC offset of timestamps are ignored. */
export function isSameAsStored(sent: unknown, stored: unknown): boolean {
  if (isSameValue(sent, stored)) return true
  if (typeof sent !== 'string' || typeof stored !== 'string') return false
  if (isUlid(sent)) return sent.toUpperCase() === stored
  return stored.endsWith('Z') && Date.parse(sent) === Date.parse(stored)
}
