import { EMAIL_MAX_LENGTH, EMAIL_PATTERN, USERNAME_PATTERN } from '@commonhold/contract'

/** The one spelling of an e-mail address that is stored and compared, or null when it is no address. */
export function normalizeEmail(raw: string): string | null {
  return raw.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(raw) ? lowerAscii(raw) : null
}

/** The one spelling of a username that is stored and compared, or null when it is no username. */
export function normalizeUsername(raw: string): string | null {
  return USERNAME_PATTERN.test(raw) ? lowerAscii(raw) : null
}

// Only ASCII comes here, and ASCII is NFC already. Normalizing or lower-casing before the pattern would let
// U+212A (KELVIN SIGN) in as a `k`.
function lowerAscii(text: string): string {
  return text.toLowerCase()
}
