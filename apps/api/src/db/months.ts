import { encodeTime } from 'ulidx'

const TIME_DIGITS = 10

/** The lower bound of ULIDs made at a moment or later. All ULIDs made before it are lower. */
export const firstIdAt = (moment: Date): string => encodeTime(moment.getTime(), TIME_DIGITS)

/** The start in UTC of the month of a moment, or of the month that is `after` months later. */
export const monthOf = (moment: Date, after = 0): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + after))

/** The month in the name of a partition, such as `2026_11`. */
export const monthName = (month: Date): string => month.toISOString().slice(0, 7).replace('-', '_')
