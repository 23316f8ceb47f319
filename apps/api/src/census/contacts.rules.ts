import { type ContactType, EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '@commonhold/contract'
import { type FieldError, invalid } from '../base/problem.ts'

const PHONE = /^\+?[0-9 ().\-/]{3,32}$/

const requirements: Partial<Readonly<Record<ContactType, string>>> = {
  email: 'must be an email address of at most 254 characters',
  phone:
    'must be a phone number: 3 to 32 digits, spaces or ().-/, at least 3 of them digits; a + may precede them',
  mobile:
    'must be a phone number: 3 to 32 digits, spaces or ().-/, at least 3 of them digits; a + may precede them',
  fax: 'must be a phone number: 3 to 32 digits, spaces or ().-/, at least 3 of them digits; a + may precede them',
  website: 'must be an address that begins with http:// or https://',
}

const normalizers: Readonly<Record<ContactType, (value: string) => string | undefined>> = {
  email: (value) =>
    value.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(value) ? value.toLowerCase() : undefined,
  phone: digitsOf,
  mobile: digitsOf,
  fax: digitsOf,
  website: addressOf,
  address: wordsOf,
  messenger: wordsOf,
  emergency: wordsOf,
  other: wordsOf,
}

/** E.164 when the number begins with `+`, without the `(0)` that is dialled only nationally; otherwise its digits. */
function digitsOf(value: string): string | undefined {
  const written = value.startsWith('+') ? value.replace('(0)', '') : value
  const digits = written.replace(/[^0-9]/g, '')
  if (!PHONE.test(value) || digits.length < 3) return undefined
  return value.startsWith('+') ? `+${digits}` : digits
}

function addressOf(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

function wordsOf(value: string): string {
  return value.toLowerCase().replace(/\s+/g, ' ')
}

/** The normalised value for comparison. Throws when the value does not match its type; `field` is its pointer. */
export function normalizedValue(type: ContactType, value: string, field = 'value'): string {
  const normalized = normalizers[type](value)
  if (normalized === undefined)
    throw invalid({ field, code: 'invalid_format', message: requirements[type] ?? 'is not possible' })
  return normalized
}

/** The index of the first contact that has the type and value of an earlier one; undefined if there is none. */
export function repeatedAt(
  contacts: readonly { readonly type: ContactType; readonly normalized_value: string }[],
): number | undefined {
  const keys = contacts.map(({ type, normalized_value }) => `${type} ${normalized_value}`)
  const at = keys.findIndex((key, index) => keys.indexOf(key) < index)
  return at < 0 ? undefined : at
}

/** The ids of all contacts: readable ones in the requested order, hidden ones in their present positions. */
export function wholeOrder(
  present: readonly { readonly id: string; readonly is_readable: boolean }[],
  requestedIds: readonly string[],
): string[] {
  const ids = requestedIds.values()
  return present.map(({ id, is_readable }) => (is_readable ? (ids.next().value ?? id) : id))
}

/** The missing, unknown and repeated contacts of a requested order; empty when it is a permutation. */
export function orderErrors(requestedIds: readonly string[], presentIds: readonly string[]): FieldError[] {
  const field = 'contact_ids'
  const missing = presentIds.filter((id) => !requestedIds.includes(id))
  const unknown = requestedIds.filter((id) => !presentIds.includes(id))
  const repeated = requestedIds.filter((id, at) => requestedIds.indexOf(id) !== at)
  return [
    ...(missing.length > 0
      ? [
          {
            field,
            code: 'required' as const,
            message: `must include every contact; missing: ${missing.join(', ')}`,
          },
        ]
      : []),
    ...(unknown.length > 0
      ? [
          {
            field,
            code: 'reference_not_found' as const,
            message: `must include only contacts of the person; unknown: ${unknown.join(', ')}`,
          },
        ]
      : []),
    ...(repeated.length > 0
      ? [
          {
            field,
            code: 'not_allowed_value' as const,
            message: `must include each contact once; repeated: ${[...new Set(repeated)].join(', ')}`,
          },
        ]
      : []),
  ]
}
