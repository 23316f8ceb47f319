import { REFERENCE_PATTERN } from 'virtual:whole-contract'
import type { CodeMatch } from '@commonhold/contract'

/** True for the id of a record; what else an address has in its place is a code. */
export const isId = (text: string) => REFERENCE_PATTERN.test(text)

/** What a code means of several records: the tag of one may be the serial number of another. Several that are left are a choice. */
export function meantBy(matches: readonly CodeMatch[]): readonly CodeMatch[] {
  const named = matches.filter(({ matched_by }) => matched_by !== 'serial_number')
  return named.length > 0 ? named : matches
}
