import type { Clock } from '../base/clock.ts'
import { invalid } from '../base/problem.ts'

const TOLERANCE = 5 * 60_000

/** A moment in a request may lie at most five minutes in the future, to allow for clocks that run ahead. */
export function assertNotAhead(field: string, moment: string | undefined, clock: Clock): void {
  if (moment === undefined || Date.parse(moment) <= clock.now().getTime() + TOLERANCE) return
  throw invalid({ field, code: 'out_of_range', message: 'must be at most 5 minutes in the future' })
}
