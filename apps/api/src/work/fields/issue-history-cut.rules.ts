import type { Change } from '../../store/audit.ts'

/** Characters of a value that lists return; only the entry itself has the whole value. */
export const LONGEST = 1_000

type Value = Change['from']

/** The first characters of a text, without splitting a surrogate pair. */
function cutText(text: string): string {
  const cut = text.slice(0, LONGEST)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** As many leading elements as fit as JSON text. */
function cutAll<T>(all: readonly T[]): T[] {
  let room = LONGEST
  return all.filter((one) => {
    room -= JSON.stringify(one).length
    return room >= 0
  })
}

/** The beginning of a value, as lists return it. */
export function cutValue(value: Value): Value {
  if (typeof value === 'string') return value.length > LONGEST ? cutText(value) : value
  if (value === null || typeof value !== 'object' || JSON.stringify(value).length <= LONGEST) return value
  return Array.isArray(value) ? cutAll(value) : Object.fromEntries(cutAll(Object.entries(value)))
}

/** Labels that would only repeat a long value are left out. */
export const wordsOnce = <W>(words: W): W | null =>
  typeof words === 'string' && words.length > LONGEST ? null : words

/** The first characters of long labels. */
export const cutWords = (words: string | null): string | null => (words === null ? null : cutText(words))
