import { fold } from '../base/words.ts'

/** Only the first characters of words, names and codes are compared; `commonhold_words_of` cuts them to the same length. */
const LONGEST = 64
const MOST_WORDS = 10

/** The text of a search, in the form in which the words of records are stored. */
export interface SearchText {
  /** The whole text. */
  readonly q: string
  readonly words: readonly string[]
}

const cut = (text: string) => [...text].slice(0, LONGEST).join('')

/** Folds the text of a search and splits it into words. */
export function searchTextOf(q: string): SearchText {
  const folded = fold(q).trim().replace(/\s+/g, ' ')
  return { q: cut(folded), words: [...new Set(folded.split(' ').map(cut))].slice(0, MOST_WORDS) }
}
