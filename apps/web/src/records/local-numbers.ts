import { i18n } from '@lingui/core'

/** The characters that numbers of the page's language have between thousands and before decimals. */
function separators(): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(i18n.locale, { useGrouping: 'always' }).formatToParts(1_234.5)
  const of = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: of('group'), decimal: of('decimal') }
}

/**
 * Reads a number as the page's language writes it: in German `1.234,5`, and `1.234` is 1234. A number in the notation of JSON
 * is read as well, unless the language reads it differently. Undefined for any other text.
 */
export function numberOf(text: string): number | undefined {
  const { group, decimal } = separators()
  const [whole = '', ...rest] = text.trim().split(decimal)
  const thousands = whole.split(group)
  const isGrouped =
    thousands.length > 1 &&
    /^-?\d{1,3}$/.test(thousands[0] ?? '') &&
    thousands.slice(1).every((digits) => /^\d{3}$/.test(digits))
  const isLocal = rest.length <= 1 && (isGrouped || (rest.length === 1 && /^-?\d*$/.test(whole)))
  const plain = isLocal ? [thousands.join(''), ...rest].join('.') : text.trim()
  return plain === '' || Number.isNaN(Number(plain)) ? undefined : Number(plain)
}

/** Writes a number for a field, without separators of thousands. */
export const numberText = (value: number): string => String(value).replace('.', separators().decimal)
