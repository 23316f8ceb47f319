import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Letters that no accent is part of, as people type them. */
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

/** A text in small letters without their accents, as searches compare it: `commonhold_fold` of the database. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[øłđħŧıßæœ]/g, (letter) => spelt[letter] ?? letter)

/** The patterns of the words of `q`: each is found anywhere in a text. */
export const patternsOf = (q: string): string[] =>
  q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)
    .map((word) => `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`)

/**
 * The condition that a column matches the pattern, whatever its case and accents. A text has accents only where it has more
 * bytes than characters; the others are spared what takes long.
 */
export const matches = (column: PgColumn, name: string): SQL =>
  sql`(${column} ilike ${sql.placeholder(name)} or (octet_length(${column}) <> char_length(${column}) and commonhold_fold(${column}) like ${sql.placeholder(name)}))`
