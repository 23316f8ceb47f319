import { invalid } from './problem.ts'

/** Refuses a name that the time zone database does not have. */
export function assertTimeZone(field: string, name: string | null | undefined): void {
  if (typeof name !== 'string' || isTimeZone(name)) return
  throw invalid({
    field,
    code: 'not_allowed_value',
    message: 'the time zone database (IANA) has no zone of that name; write it like Europe/Zurich',
  })
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
