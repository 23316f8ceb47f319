import { sql } from 'drizzle-orm'
import { invalid } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'

const spelling = sqlStatement<{ name: string }>(
  sql`select name from pg_timezone_names where lower(name) = lower(${sql.placeholder('name')}) limit 1`,
)

/**
 * Spellings of time zones by name in lower case. A look-up takes some 50 ms, because PostgreSQL reads all its time zone files.
 * Names do not change while it runs, and there are only some hundred of them.
 */
const spellings = new Map<string, string>()

/**
 * The name of a zone as the time zone database spells it. Days are computed here and in the database, so a name must be
 * known to both: abbreviations (IST, PST) are known only here, and stand for several zones.
 */
export async function timeZoneNamed<N extends string | null | undefined>(
  reader: Reader,
  field: string,
  name: N,
): Promise<N | string> {
  if (typeof name !== 'string') return name
  const found = isKnownHere(name) ? await spellingOf(reader, name) : undefined
  if (found !== undefined) return found
  throw invalid({
    field,
    code: 'not_allowed_value',
    message: 'must be a time zone of the IANA database, like Europe/Zurich',
  })
}

async function spellingOf(reader: Reader, name: string): Promise<string | undefined> {
  const key = name.toLowerCase()
  const known = spellings.get(key) ?? (await reader.first(spelling, { name }))?.name
  if (known !== undefined) spellings.set(key, known)
  return known
}

function isKnownHere(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined
  } catch {
    return false
  }
}
