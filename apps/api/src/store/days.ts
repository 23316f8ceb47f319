import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import { type FieldError, invalid } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { RequestContext, WriteContext } from './context.ts'

/** The day of a moment in a time zone. */
export function dayIn(timezone: string, moment: Date): string {
  // The Swedish date format is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(moment)
}

/** The later of two days, or of two moments in UTC; null counts as earlier than any. */
export const laterOf = (one: string, other: string | null) => (other !== null && other > one ? other : one)

/** Today's date in a time zone. */
export const todayIn = (timezone: string, { clock }: Pick<RequestContext, 'clock'>): string =>
  dayIn(timezone, clock.now())

/**
 * Noon of a day in a time zone, for an event whose time is not known. It is on the same day in UTC and in nearly every other
 * zone.
 */
export function noonOf(day: string, timezone: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const form = { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' } as const
  const there = new Intl.DateTimeFormat('sv-SE', form).format(noon)
  const ahead = Date.parse(`${there.replace(' ', 'T')}Z`) - noon
  return new Date(noon - (Number.isNaN(ahead) ? 0 : ahead)).toISOString()
}

/** The moment of an event whose time is not known: noon of a past day, or `now` if the day is today. */
export const momentOf = (day: string, now: string, timezone: string): string =>
  day < dayIn(timezone, new Date(now)) ? noonOf(day, timezone) : now

const timezoneOfTenant = sqlStatement<{ timezone: string }>(
  sql`select timezone from tenants where id = ${tenantId}`,
)

/** The time zone of the selected tenant. */
export const tenantTimezone = async (reader: Reader): Promise<string> =>
  (await reader.first(timezoneOfTenant))?.timezone ?? 'UTC'

/** Today's date for the selected tenant, as SQL; evaluated once per statement. */
export const tenantToday = sql`(select commonhold_today_in(${tenantId}))`

/** Rejects days after today. */
export function assertNoDayAhead(
  days: Readonly<Record<string, string | null | undefined>>,
  timezone: string,
  clock: Clock,
): void {
  const today = todayIn(timezone, { clock })
  const errors = Object.entries(days)
    .filter(([, day]) => day != null && day > today)
    .map(
      ([field]): FieldError => ({
        field,
        code: 'out_of_range',
        message: `must not be after today, ${today} (${timezone})`,
      }),
    )
  if (errors.length > 0) throw invalid(...errors)
}

/** Rejects days after today in the tenant's time zone, in members that describe the past. */
export async function assertPastDays(
  { tx, clock }: WriteContext,
  days: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  if (Object.values(days).every((day) => day == null)) return
  assertNoDayAhead(days, await tenantTimezone(tx), clock)
}
