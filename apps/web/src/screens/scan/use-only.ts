import type { CodeMatch } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { Refused } from '../../problem-text.ts'

/** Returns a function that returns the only match of a code. It throws `Refused` if there is none, or more than one. */
export function useOnly() {
  const { t } = useLingui()
  return (matches: readonly CodeMatch[], none: string): CodeMatch => {
    const [first, ...others] = matches
    if (!first) throw new Refused(none)
    if (others.length > 0) throw new Refused(t`Several records match. Scan the tag, or type more.`)
    return first
  }
}
