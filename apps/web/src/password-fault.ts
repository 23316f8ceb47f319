import { t } from '@lingui/core/macro'

const MIN_LENGTH = 8
const MAX_LENGTH = 256

/** What stands below the field of a new password. */
export const passwordHint = () =>
  t`At least ${MIN_LENGTH} characters. A few unrelated words are easy to keep in mind.`

/** Length as the service counts it, in code points; all else about a password is the service's to judge. */
export function newPasswordFault(password: string): string | undefined {
  const { length } = [...password]
  if (length === 0) return t`Choose a password.`
  if (length < MIN_LENGTH) return t`Use at least ${MIN_LENGTH} characters.`
  if (length > MAX_LENGTH) return t`Use at most ${MAX_LENGTH} characters.`
  return undefined
}
