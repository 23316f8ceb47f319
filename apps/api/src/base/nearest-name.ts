import { distance } from 'fastest-levenshtein'

/**
 * The name that whoever wrote `given` most likely means: the one that shares its words, else one that is a typing error away; undefined where none is near.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const byWords = nearest(
    given,
    names.filter((name) => shareWords(given, name)),
  )
  return (
    byWords ??
    nearest(
      given,
      names.filter((name) => errorsBetween(given, name) <= mostErrors(given)),
    )
  )
}

/** How many typing errors lie between two names; two letters in the wrong order are one. */
const errorsBetween = (given: string, name: string) =>
  Math.min(distance(given, name), ...swapped(given).map((one) => 1 + distance(one, name)))

/** A name with each two letters that follow each other in the other order. */
const swapped = (name: string) =>
  [...name].slice(1).map((letter, at) => name.slice(0, at) + letter + name.charAt(at) + name.slice(at + 2))

/** Of a short name fewer letters can be wrong before it is another one. */
const mostErrors = (name: string) => Math.min(3, Math.floor(name.length / 3))

function nearest(given: string, names: readonly string[]): string | undefined {
  return [...names].sort((a, b) => errorsBetween(given, a) - errorsBetween(given, b))[0]
}

/**
 * True where the name holds all words of `given` (`status`: `to_status`), or is what its last words say (`asset_model`:
 * `model_id`); `ids` is the plural of `id`. The first words alone mean something else: `resolution_notes` is no `resolution`.
 */
export function shareWords(given: string, name: string): boolean {
  const [sent, known] = [wordsOf(given), wordsOf(name)]
  if (sent.length === 0 || known.length === 0) return false
  return sent.every((word) => known.includes(word)) || sent.slice(-known.length).join() === known.join()
}

const wordsOf = (name: string) =>
  name
    .split('_')
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== 'id')
