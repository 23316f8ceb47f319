import { localMoment, momentOf } from './moments.ts'

const DAY_MS = 86_400_000

/** The last second of a day (`YYYY-MM-DD`) in the reader's time zone, as an RFC 3339 timestamp in UTC. */
export const endOfDay = (day: string): string =>
  new Date(Date.parse(startOfDay(dayBeside(day, 1))) - 1000).toISOString()

/** The start of a day in the reader's time zone, as an RFC 3339 timestamp in UTC. */
export const startOfDay = (day: string): string => momentOf(`${day}T00:00`)

/** The day that many days after another one, or before it if `days` is negative. */
export const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The day of a moment in the reader's time zone. */
export const dayOf = (at: string | number): string => localMoment(at).slice(0, 10)
