/**
 * The names to sign in with. ASCII only: look-alikes and case pairs of other scripts would let two accounts
 * have the same name. The patterns have no flags, because JSON Schema has none.
 */

/** An email address: a dot-atom (RFC 5322), then a domain of two or more labels. International domains are in `xn--` form. */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/

/** The greatest length of an email address (RFC 5321: a path without its brackets). */
export const EMAIL_MAX_LENGTH = 254

/** A username in either case: 2 to 63 characters, never an `@`, so that it cannot be mistaken for an address. */
export const USERNAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/
