import type { WriteContext } from '../store/context.ts'
import { assertNoDayAhead, momentOf } from '../store/days.ts'
import type { SchoolEmploymentRow } from './school-employments.store.ts'
import { schoolTimezone } from './school-places.repository.ts'

/** Checks the days of a correction, and returns the times that change with these days. */
export async function correctedMoments(
  context: WriteContext,
  before: SchoolEmploymentRow,
  after: SchoolEmploymentRow,
): Promise<Record<string, string>> {
  const hire_date = after.hire_date === before.hire_date ? null : after.hire_date
  const end_date = after.end_date === before.end_date ? null : after.end_date
  if (hire_date === null && end_date === null) return {}
  const timezone = await schoolTimezone(context.tx, before.school_id)
  assertNoDayAhead({ hire_date, end_date }, timezone, context.clock)
  const now = context.clock.now().toISOString()
  const begun = after.periods.length > 1 ? 'reactivated_at' : 'hired_at'
  const ended = before.status === 'retired' ? 'retired_at' : 'terminated_at'
  return {
    ...(hire_date === null ? {} : { [begun]: momentOf(hire_date, now, timezone) }),
    ...(end_date === null ? {} : { [ended]: momentOf(end_date, now, timezone) }),
  }
}
