import { REFERENCE_PATTERN } from 'virtual:whole-contract'
import type { CodeMatch } from '@commonhold/contract'

/** True for the id of a record. Any other text in its place in an address is a code. */
export const isId = (text: string) => REFERENCE_PATTERN.test(text)

/**
 * Chooses among the records that have a code: the tag of one may be the serial number of another, and then the tag wins. If
 * several are left, the user chooses.
 */
export function meantBy(matches: readonly CodeMatch[]): readonly CodeMatch[] {
  const named = matches.filter(({ matched_by }) => matched_by !== 'serial_number')
  return named.length > 0 ? named : matches
}
