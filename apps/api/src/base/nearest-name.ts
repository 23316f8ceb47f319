import { distance } from 'fastest-levenshtein'

/**
 * The name that `input` is most likely a misspelling of: the nearest name that shares its words, else the nearest name within
 * a few typing errors. Undefined when no name is similar.
 */
export function nearestName(input: string, names: readonly string[]): string | undefined {
  const byWords = nearest(
    input,
    names.filter((name) => shareWords(input, name)),
  )
  return (
    byWords ??
    nearest(
      input,
      names.filter((name) => errorsBetween(input, name) <= mostErrors(input)),
    )
  )
}

/** How many typing errors separate two names. Two swapped letters are one error. */
const errorsBetween = (input: string, name: string) =>
  Math.min(distance(input, name), ...swapped(input).map((one) => 1 + distance(one, name)))

/** The name with each pair of adjacent letters swapped, one variant per pair. */
const swapped = (name: string) =>
  [...name].slice(1).map((letter, at) => name.slice(0, at) + letter + name.charAt(at) + name.slice(at + 2))

/** A shorter name allows fewer wrong letters. */
const mostErrors = (name: string) => Math.min(3, Math.floor(name.length / 3))

function nearest(input: string, names: readonly string[]): string | undefined {
  return [...names].sort((a, b) => errorsBetween(input, a) - errorsBetween(input, b))[0]
}

/**
 * True when the name contains all words of `input` (`status`: `to_status`), or equals its last words (`asset_model`:
 * `model_id`). `ids` is the plural of `id`. Equal first words are not enough: `resolution_notes` is not `resolution`.
 */
export function shareWords(input: string, name: string): boolean {
  const [sent, known] = [wordsOf(input), wordsOf(name)]
  if (sent.length === 0 || known.length === 0) return false
  return sent.every((word) => known.includes(word)) || sent.slice(-known.length).join() === known.join()
}

const wordsOf = (name: string) =>
  name
    .split('_')
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== 'id')
