import { EMAIL_MAX_LENGTH, EMAIL_PATTERN, USERNAME_PATTERN } from '@commonhold/contract'

/** The normalised email address that is stored and compared, or null when the text is not an address. */
export function normalizeEmail(raw: string): string | null {
  return raw.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(raw) ? lowerAscii(raw) : null
}

/** The normalised username that is stored and compared, or null when the text is not a username. */
export function normalizeUsername(raw: string): string | null {
  return USERNAME_PATTERN.test(raw) ? lowerAscii(raw) : null
}

// Only ASCII reaches this point, and ASCII is NFC already. Normalizing or lower-casing before the pattern is tested would
// accept U+212A (KELVIN SIGN) as a `k`.
function lowerAscii(text: string): string {
  return text.toLowerCase()
}

/** Names that people would mistake for the operator, the service itself, or its mail contacts (RFC 2142). */
const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'abuse',
  'admin',
  'administrator',
  'anonymous',
  'commonhold',
  'hostmaster',
  'me',
  'moderator',
  'no-reply',
  'nobody',
  'noreply',
  'operator',
  'owner',
  'postmaster',
  'root',
  'security',
  'staff',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'webmaster',
])

/** The error of a reserved username. */
export const RESERVED_USERNAME = {
  code: 'not_allowed_value',
  message: 'is reserved, because users would mistake it for an official account; choose another one',
} as const

/** True for a normalised username that is reserved, with any punctuation: `admin`, `ad.min`, `_root_`. */
export const isReservedUsername = (username: string): boolean =>
  RESERVED_USERNAMES.has(username) || RESERVED_USERNAMES.has(username.replace(/[._-]/g, ''))
