import {
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  parseDateTime,
  toCalendarDate,
  today,
  toZoned,
} from '@internationalized/date'
import { readLook } from '../../preferences.ts'

/** The reader's time zone: the one of the preferences, where this browser knows it. */
function zone(): string {
  const { timezone } = readLook()
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: timezone ?? undefined }).resolvedOptions().timeZone
  } catch {
    return getLocalTimeZone()
  }
}

/** The last second of a day (`YYYY-MM-DD`) where the reader is, as the service takes it. */
export const endOfDay = (day: string): string =>
  toZoned(parseDateTime(`${day}T23:59:59`), zone()).toAbsoluteString()

/** The moment at which a day begins where the reader is, as the service takes it. */
export const startOfDay = (day: string): string =>
  toZoned(parseDateTime(`${day}T00:00:00`), zone()).toAbsoluteString()

/** A day before or after another one. */
export const dayBeside = (day: string, days: number): string => parseDate(day).add({ days }).toString()

/** The day on which a moment is, where the reader is. */
export const dayOf = (at: string): string => toCalendarDate(parseAbsolute(at, zone())).toString()

/** A day that many days ahead of today where the reader is, as the field for a day takes it. */
export const dayAhead = (days: number): string => today(zone()).add({ days }).toString()
