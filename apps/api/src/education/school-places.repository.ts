import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'

/** A calendar with its school and its school year. */
export interface SchoolPlace {
  readonly calendar_id: string
  readonly school_id: string
  readonly school_year_id: string
}

interface CalendarPlace extends SchoolPlace {
  readonly is_archived: boolean
}

const placeOfCalendar = sqlStatement<CalendarPlace>(sql`
  select c.id as calendar_id, c.school_id, c.calendar_id as school_year_id,
         s.archived_at is not null or y.archived_at is not null as is_archived
    from school_calendars c
    join schools s on s.tenant_id = c.tenant_id and s.id = c.school_id
    join school_years y on y.tenant_id = c.tenant_id and y.id = c.calendar_id
   where c.tenant_id = ${tenantId} and c.id = ${sql.placeholder('calendar_id')}`)

/** The school and the year of a calendar, and whether one of these is archived; undefined if the calendar is not visible. */
export async function readPlace(tx: Transaction, calendar_id: string) {
  const found = await tx.first(placeOfCalendar, { calendar_id })
  if (!found) return undefined
  const { is_archived, ...place } = found
  return { place, isArchived: is_archived }
}

/**
 * SQL expression: the time zone of the school, or else of its location or the nearest location around it, or else of the tenant.
 */
const zoneOfSchool = sql`coalesce(s.timezone, (
  select l.timezone from location_ancestors a
    join locations l on l.tenant_id = a.tenant_id and l.id = a.ancestor_id
   where a.tenant_id = s.tenant_id and a.location_id = s.location_id and l.timezone is not null
   order by a.distance limit 1), t.timezone) as timezone`

const timezoneOfSchool = sqlStatement<{ timezone: string }>(sql`
  select ${zoneOfSchool} from schools s join tenants t on t.id = s.tenant_id
   where s.tenant_id = ${tenantId} and s.id = ${sql.placeholder('school_id')}`)

/** The time zone that determines today's date at a school. */
export const schoolTimezone = async (reader: Reader, school_id: string): Promise<string> =>
  (await reader.first(timezoneOfSchool, { school_id }))?.timezone ?? 'UTC'

/** The first and last day of a school year, and the time zone of a school. */
export interface YearAtSchool {
  readonly timezone: string
  readonly first_day: string
  readonly last_day: string
}

const yearOfPlace = sqlStatement<YearAtSchool>(sql`
  select ${zoneOfSchool}, y.start as first_day, y."end" as last_day
    from schools s
    join tenants t on t.id = s.tenant_id
    join school_years y on y.tenant_id = s.tenant_id and y.id = ${sql.placeholder('school_year_id')}
   where s.tenant_id = ${tenantId} and s.id = ${sql.placeholder('school_id')}`)

/** The first and last day of a school year, and the time zone of a school. */
export async function readYear(
  reader: Reader,
  { school_id, school_year_id }: Pick<SchoolPlace, 'school_id' | 'school_year_id'>,
): Promise<YearAtSchool> {
  const found = await reader.first(yearOfPlace, { school_id, school_year_id })
  if (!found) throw new Error('a place has a school and a school year')
  return found
}
