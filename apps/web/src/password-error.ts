import { t } from '@lingui/core/macro'

const MIN_LENGTH = 8
const MAX_LENGTH = 256

/** The hint below the field for a new password. */
export const passwordHint = () =>
  t`At least ${MIN_LENGTH} characters. A few unrelated words are easy to keep in mind.`

/**
 * Error message for the length of a new password, counted in code points as the service does. The service checks everything else.
 */
export function newPasswordError(password: string): string | undefined {
  const { length } = [...password]
  if (length === 0) return t`Choose a password.`
  if (length < MIN_LENGTH) return t`Use at least ${MIN_LENGTH} characters.`
  if (length > MAX_LENGTH) return t`Use at most ${MAX_LENGTH} characters.`
  return undefined
}
