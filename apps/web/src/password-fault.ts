const MIN_LENGTH = 8
const MAX_LENGTH = 256

/** What stands below the field of a new password. */
export const PASSWORD_HINT = `At least ${MIN_LENGTH} characters. A few unrelated words are easy to keep in mind.`

/** What the form says about a new password, by what is wrong with it. */
export type PasswordTexts = Readonly<Record<'missing' | 'short' | 'long', string>>

/** The texts of the pages before the sign-in. */
const texts: PasswordTexts = {
  missing: 'Choose a password.',
  short: `Use at least ${MIN_LENGTH} characters.`,
  long: `Use at most ${MAX_LENGTH} characters.`,
}

/** Length as the service counts it, in code points; all else about a password is the service's to judge. */
export function newPasswordFault(password: string, { missing, short, long } = texts): string | undefined {
  const { length } = [...password]
  if (length === 0) return missing
  if (length < MIN_LENGTH) return short
  if (length > MAX_LENGTH) return long
  return undefined
}
