import { encodeTime } from 'ulidx'

const TIME_DIGITS = 10

/** The text that every ULID made at a moment or later is not below, and every earlier one is. */
export const firstIdAt = (moment: Date): string => encodeTime(moment.getTime(), TIME_DIGITS)

/** The beginning of the month of a moment, or of one after it, in UTC. */
export const monthOf = (moment: Date, after = 0): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + after))

/** `2026_11`. */
export const monthName = (month: Date): string => month.toISOString().slice(0, 7).replace('-', '_')
