import { sql } from 'drizzle-orm'
import { invalid } from './problem.ts'
import { type Reader, sqlStatement } from './statement.ts'

const spelling = sqlStatement<{ name: string }>(
  sql`select name from pg_timezone_names where lower(name) = lower(${sql.placeholder('name')}) limit 1`,
)

/** The name of a zone as the time zone database spells it; a name that it does not have is refused. */
export async function timeZoneNamed<N extends string | null | undefined>(
  reader: Reader,
  field: string,
  name: N,
): Promise<N | string> {
  if (typeof name !== 'string') return name
  const main = mainNameOf(name)
  if (main === undefined)
    throw invalid({
      field,
      code: 'not_allowed_value',
      message: 'the time zone database (IANA) has no zone of that name; write it like Europe/Zurich',
    })
  if (main.toLowerCase() === name.toLowerCase()) return main
  // Another name of the zone (Asia/Kolkata, US/Eastern) is kept: only the database knows its spelling.
  return (await reader.first(spelling, { name }))?.name ?? name
}

/** The main name of the zone; undefined where there is none. */
function mainNameOf(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
