import { localMoment, momentOf } from './moments.ts'

const DAY_MS = 86_400_000

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
