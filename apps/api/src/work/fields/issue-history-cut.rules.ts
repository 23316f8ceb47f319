import type { Change } from '../../store/audit.ts'

/** The maximum number of characters of a value in lists. A request for the single entry returns the complete value. */
export const LONGEST = 1_000

type Value = Change['from']

/** The first characters of a text, without splitting a surrogate pair. */
function cutText(text: string): string {
  const cut = text.slice(0, LONGEST)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** The leading elements whose JSON text has at most LONGEST characters in total. */
function cutAll<T>(all: readonly T[]): T[] {
  let room = LONGEST
  return all.filter((one) => {
    room -= JSON.stringify(one).length
    return room >= 0
  })
}

/** A value, truncated for lists. */
export function cutValue(value: Value): Value {
  if (typeof value === 'string') return value.length > LONGEST ? cutText(value) : value
  if (value === null || typeof value !== 'object' || JSON.stringify(value).length <= LONGEST) return value
  return Array.isArray(value) ? cutAll(value) : Object.fromEntries(cutAll(Object.entries(value)))
}

/** The label of a value; null for a long label, which would only repeat the value. */
export const wordsOnce = <W>(words: W): W | null =>
  typeof words === 'string' && words.length > LONGEST ? null : words

/** A label, truncated for lists. */
export const cutWords = (words: string | null): string | null => (words === null ? null : cutText(words))
