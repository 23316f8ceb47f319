/**
 * The names that one signs in with, as patterns for JSON Schema (no flags) and for the one place that
 * normalises them. ASCII only: look-alikes and case pairs of other scripts would let two accounts share a name.
 */

/** Local part of RFC 5322 dot-atoms, domain of letters, digits and hyphens (international ones as punycode). */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

/** Never contains `@`, so that no username can be mistaken for an address. */
export const USERNAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/
