import { partsOf, readLook } from '../preferences.ts'

const DAY_MS = 86_400_000

/** A moment where the reader is, as the field for a date and a time takes it: `2026-11-27T14:05`. */
export function localMoment(at: string | number, look = readLook()): string {
  const part = partsOf(at, { ...look, locale: 'en', time_format: 'h24' })
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** The moment that such a field means, as the service takes it. */
export function momentOf(local: string, look = readLook()): string {
  const asUtc = Date.parse(`${local}Z`)
  const aheadAt = (at: number) => Date.parse(`${localMoment(at, look)}Z`) - at
  // Between the two the clock may be put forward or back: what counts is how far it is ahead at the moment itself.
  return new Date(asUtc - aheadAt(asUtc - aheadAt(asUtc))).toISOString()
}

/** The last second of a day (`YYYY-MM-DD`) where the reader is, as the service takes it. */
export const endOfDay = (day: string): string =>
  new Date(Date.parse(startOfDay(dayBeside(day, 1))) - 1000).toISOString()

/** The moment at which a day begins where the reader is, as the service takes it. */
export const startOfDay = (day: string): string => momentOf(`${day}T00:00`)

/** A day before or after another one. */
export const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The day on which a moment is, where the reader is. */
export const dayOf = (at: string | number): string => localMoment(at).slice(0, 10)

/** A day that many days ahead of today where the reader is, as the field for a day takes it. */
export const dayAhead = (days: number): string => dayBeside(dayOf(Date.now()), days)
