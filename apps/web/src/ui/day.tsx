import { dayAhead, dayText, useLook } from '../preferences.ts'

interface DayProps {
  /** A day as `YYYY-MM-DD`. */
  readonly on: string
  /** True if a past day is marked as overdue. */
  readonly isDue?: boolean
}

/** A day in the reader's format. */
export function Day({ on, isDue = false }: DayProps) {
  const look = useLook()
  const isPast = isDue && on < dayAhead(0)
  return (
    <time dateTime={on} className={isPast ? 'overdue' : undefined}>
      {dayText(on, look)}
    </time>
  )
}
