const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const LAST_LABEL = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])'

/** Characters in an e-mail address at most (RFC 5321, a path without its brackets). */
export const EMAIL_MAX_LENGTH = 254

/**
 * An e-mail address as people may type it, in either case: a dot-atom, then a domain of two labels or more.
 * ASCII on both sides; an international domain is written in its `xn--` form. For use without flags.
 */
export const EMAIL_PATTERN = `^${ATEXT}(?:\\.${ATEXT})*@(?:${LABEL}\\.)+${LAST_LABEL}$`

/** A username as people may type it, in either case: 2 to 63 characters, never an `@`. For use without flags. */
export const USERNAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$'

const email = new RegExp(EMAIL_PATTERN)
const username = new RegExp(USERNAME_PATTERN)

/** The one spelling of an e-mail address that is stored and compared, or null when it is no address. */
export function normalizeEmail(raw: string): string | null {
  return raw.length <= EMAIL_MAX_LENGTH && email.test(raw) ? lowerAscii(raw) : null
}

/** The one spelling of a username that is stored and compared, or null when it is no username. */
export function normalizeUsername(raw: string): string | null {
  return username.test(raw) ? lowerAscii(raw) : null
}

// Only ASCII comes here, and ASCII is NFC already. Normalizing or lower-casing before the pattern would let
// U+212A (KELVIN SIGN) in as a `k`.
function lowerAscii(text: string): string {
  return text.toLowerCase()
}
