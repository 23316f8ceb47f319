import type { Random } from './random.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The midnight (UTC) that a day begins with. */
export const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

export const after = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds)

/** The same moment, or the same minute of the next morning of a weekday where it is at night or at a weekend. */
export function atWork(moment: Date): Date {
  const sinceHour = moment.getTime() % HOUR
  const morningIn = (days: number) =>
    new Date(midnight(dayOf(moment)).getTime() + days * DAY + 7 * HOUR + sinceHour)
  const isEvening = moment.getUTCHours() >= 17
  const isNight = isEvening || moment.getUTCHours() < 7
  const found = isNight ? morningIn(isEvening ? 1 : 0) : moment
  const weekday = found.getUTCDay()
  const free = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return free === 0 ? found : morningIn(free + (isEvening ? 1 : 0))
}

/** A moment at work so many hours later, give or take a half. */
export const hoursLater = (moment: Date, hours: number, random: Random): Date =>
  atWork(after(moment, Math.round(hours * HOUR * (0.5 + random.number())) + 60_000))

/** The first calendar year of the school year that a day lies in; school years begin in August. */
export const schoolYearOf = (day: string): number =>
  Number(day.slice(0, 4)) - (day.slice(5) < '08-01' ? 1 : 0)

/** The earlier of two days. */
export const earlier = (one: string, other: string): string => (one < other ? one : other)
