import { sql } from 'drizzle-orm'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'

/** Where and when somebody learns or works: a calendar with its school and its school year. */
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
   where c.tenant_id = current_setting('app.tenant_id') and c.id = ${sql.placeholder('calendar_id')}`)

/** The place of a calendar, and whether its school or its school year is archived. */
export async function readPlace(tx: Transaction, calendar_id: string) {
  const found = await tx.first(placeOfCalendar, { calendar_id })
  if (!found) return undefined
  const { is_archived, ...place } = found
  return { place, isArchived: is_archived }
}
