import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Letters that do not decompose into a letter and an accent, with the spelling that people type. */
const spelt: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** Text in lower case without accents, as searches compare it. The database function `commonhold_fold` does the same. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[øłđħŧıßæœ]/g, (letter) => spelt[letter] ?? letter)

/** A LIKE pattern for each of the first 10 words of `q`; it matches anywhere in a text. */
export const patternsOf = (q: string): string[] =>
  q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)
    .map((word) => `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`)

/**
 * The condition that a column matches the pattern, ignoring case and accents. Folding is slow, so it is skipped for texts
 * that have as many bytes as characters: they contain no accents.
 */
export const matches = (column: PgColumn, name: string): SQL =>
  sql`(${column} ilike ${sql.placeholder(name)} or (octet_length(${column}) <> char_length(${column}) and commonhold_fold(${column}) like ${sql.placeholder(name)}))`
