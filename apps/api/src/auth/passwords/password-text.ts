/**
 * The longest text, in UTF-16 units, whose NFC form may have only 256 code points: no code point decomposes to more than four
 * times its length.
 */
export const PASSWORD_MAX_UNITS = 2048

/**
 * The form in which a password is counted, compared and hashed: NFC, so that a keyboard that types `e` and an accent agrees
 * with one that types `é`. Returns null for a text that cannot be a password: longer than {@link PASSWORD_MAX_UNITS}, with
 * a NUL, or with a lone surrogate (UTF-8 turns each of those into U+FFFD, which would make different passwords equal).
 */
export function canonicalPassword(text: string): string | null {
  // normalize() takes quadratic time for a run of combining marks: a megabyte of them blocks a core for a minute.
  if (text.length > PASSWORD_MAX_UNITS) return null
  if (!text.isWellFormed() || text.includes('\0')) return null
  return text.normalize('NFC')
}
