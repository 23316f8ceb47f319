import { fold } from '../base/words.ts'

/** The number of characters that words, names and codes are compared by; `commonhold_words_of` cuts them, too. */
const LONGEST = 64
const MOST_WORDS = 10

/** What a search looks for, as the words of records are stored. */
export interface Sought {
  /** `q` as a whole. */
  readonly q: string
  readonly words: readonly string[]
}

const cut = (text: string) => [...text].slice(0, LONGEST).join('')

/** Folds a search. */
export function soughtBy(q: string): Sought {
  const folded = fold(q).trim().replace(/\s+/g, ' ')
  return { q: cut(folded), words: [...new Set(folded.split(' ').map(cut))].slice(0, MOST_WORDS) }
}
