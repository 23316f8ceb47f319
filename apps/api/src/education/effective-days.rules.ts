import type { MoveInput } from '@commonhold/contract'
import type { Clock } from '../base/clock.ts'
import { type FieldError, invalid } from '../base/problem.ts'
import { dayIn, laterOf, noonOf, todayIn } from '../store/days.ts'
import { assertNotAhead } from '../store/moments.ts'
import { dayError } from './education.rules.ts'

/** The effective day of a move, as the request states it. */
export interface Stated {
  /** The member of the body with the day. */
  readonly field: string
  readonly day: string | undefined
  readonly occurred_at: MoveInput['occurred_at']
}

/** The days between which a move can take effect. */
export interface Limits {
  /** The first possible day, and the name of the earlier event that it follows. */
  readonly from?: { readonly day: string | null; readonly name: string }
  /** A planned day in the future, which the move may not precede. */
  readonly notBefore?: string | null
}

/**
 * The day on which a move takes effect, and its time; undefined means now. Each follows from the other, in the time zone of the
 * school. Neither may be in the future.
 */
export function effectiveDay(
  { field, day, occurred_at }: Stated,
  { from, notBefore = null }: Limits,
  { timezone, clock }: { readonly timezone: string; readonly clock: Clock },
): { readonly day: string; readonly occurred_at: string | undefined } {
  assertNotAhead('occurred_at', occurred_at, clock)
  const today = todayIn(timezone, { clock })
  const latest = laterOf(today, notBefore)
  const ofMoment = occurred_at === undefined ? undefined : dayIn(timezone, new Date(occurred_at))
  // A period that is cancelled before it begins ends on its first day.
  const effective = day ?? (ofMoment === undefined || latest > today ? latest : ofMoment)
  const errors: FieldError[] = dayError(
    day === undefined && ofMoment !== undefined ? 'occurred_at' : field,
    effective,
    { from: from?.day ?? null },
    `must not be before ${from?.name}, ${from?.day}`,
  )
  if (day !== undefined)
    errors.push(
      ...dayError(
        field,
        day,
        { to: latest },
        `must not be after today, ${today} (${timezone}): the operation takes effect immediately; repeat it on that day`,
      ),
    )
  if (day !== undefined && ofMoment !== undefined && day !== ofMoment && day <= today)
    errors.push({
      field: 'occurred_at',
      code: 'out_of_range',
      message: `must be on ${field}, ${day} (${timezone}); leave out one of the two`,
    })
  if (errors.length > 0) throw invalid(...errors)
  return {
    day: effective,
    occurred_at: occurred_at ?? (effective < today ? noonOf(effective, timezone) : undefined),
  }
}
