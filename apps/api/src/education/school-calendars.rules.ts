import { dayError, refuseErrors } from './education.rules.ts'

interface Days {
  readonly start_date: string
  readonly end_date: string
  readonly year_start: string
  readonly year_end: string
}

/** Throws unless a calendar lies within its school year and does not end before it begins. */
export function assertInsideYear({ start_date, end_date, year_start, year_end }: Days): void {
  const year = { from: year_start, to: year_end }
  const inside = `must lie inside the school year, ${year_start} to ${year_end}`
  const errors = [
    ...dayError('start_date', start_date, year, inside),
    ...dayError('end_date', end_date, year, inside),
  ]
  refuseErrors(
    errors.length > 0
      ? errors
      : dayError('end_date', end_date, { from: start_date }, `must not be before ${start_date}`),
  )
}
