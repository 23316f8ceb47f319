import { commonPasswords } from './common-passwords.ts'
import { canonicalPassword, PASSWORD_MAX_UNITS } from './password-text.ts'

/** Why a password is rejected, with a message that says how to choose another one. */
export interface PasswordProblem {
  code: 'too_short' | 'too_long' | 'invalid_format' | 'not_allowed_value'
  message: string
}

/** `minLength` counts code points; `email` and `username` belong to the account. */
export interface PasswordContext {
  minLength: number
  email?: string
  username?: string
}

// In UTF-8 these are at most 1,024 bytes, four for each code point.
const MAX_CODE_POINTS = 256

const PRODUCT_WORDS = [
  'commonhold',
  'common-hold',
  'common_hold',
  'common hold',
  'commonhold!',
  'commonhold1',
  'commonhold12',
  'commonhold123',
  'commonholdadmin',
  'commonholdpassword',
]

const TOO_LONG: PasswordProblem = { code: 'too_long', message: `Use at most ${MAX_CODE_POINTS} characters.` }
const MALFORMED: PasswordProblem = {
  code: 'invalid_format',
  message: 'Leave out NUL characters and incomplete Unicode characters.',
}
const COMMON: PasswordProblem = {
  code: 'not_allowed_value',
  message: 'Choose another password: this one is among those that attackers try first.',
}
const UNIFORM: PasswordProblem = {
  code: 'not_allowed_value',
  message: 'Choose a password that is not one repeated character, and not only spaces.',
}
const PERSONAL: PasswordProblem = {
  code: 'not_allowed_value',
  message: 'Choose a password other than your email address or your username.',
}

/** The problem of a new password, or null. Any mixture of characters is allowed; all lengths are counted in NFC. */
export function passwordProblem(password: string, context: PasswordContext): PasswordProblem | null {
  if (password.length > PASSWORD_MAX_UNITS) return TOO_LONG
  const text = canonicalPassword(password)
  if (text === null) return MALFORMED
  return (
    lengthProblem(text, context.minLength) ??
    varietyProblem(text) ??
    guessProblem(text.toLowerCase(), context)
  )
}

function lengthProblem(text: string, minLength: number): PasswordProblem | null {
  const length = [...text].length
  if (length < minLength) return { code: 'too_short', message: `Use at least ${minLength} characters.` }
  return length > MAX_CODE_POINTS ? TOO_LONG : null
}

/** Rejects one repeated character, whatever its case. All white space counts as one character. */
function varietyProblem(text: string): PasswordProblem | null {
  return new Set(text.toLowerCase().replace(/\s/gu, ' ')).size < 2 ? UNIFORM : null
}

function guessProblem(lowerCase: string, { email, username }: PasswordContext): PasswordProblem | null {
  if (commonPasswords.has(lowerCase) || PRODUCT_WORDS.includes(lowerCase)) return COMMON
  const names = [email, email?.split('@')[0], username]
  return names.some((name) => name?.toLowerCase() === lowerCase) ? PERSONAL : null
}
