import { dayError, refuseErrors } from './education.rules.ts'

/** Throws unless a year begins before it ends. */
export function assertLasts({ start, end }: { readonly start: string; readonly end: string }): void {
  if (start < end) return
  refuseErrors(dayError('end', '', { from: start }, `must be after the first day, ${start}`))
}

/** Throws if calendars begin or end outside their year. */
export function assertCalendarsInside({
  starts,
  ends,
}: {
  readonly starts: number
  readonly ends: number
}): void {
  const message = (count: number, what: string) =>
    `${count} calendars of the year ${what}; change or remove them first`
  refuseErrors([
    ...(starts > 0
      ? [{ field: 'start', code: 'out_of_range' as const, message: message(starts, 'begin earlier') }]
      : []),
    ...(ends > 0
      ? [{ field: 'end', code: 'out_of_range' as const, message: message(ends, 'end later') }]
      : []),
  ])
}
