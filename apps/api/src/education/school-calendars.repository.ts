import { and, ne, sql } from 'drizzle-orm'
import type { WriteContext } from '../kernel/context.ts'
import { invalid, problem, referenceNotFound } from '../kernel/problem.ts'
import { build } from '../kernel/statement.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolCalendars } from './school-calendars.table.ts'
import { schoolYearStore } from './school-years.store.ts'
import { takeTurnsInSchool } from './schools.repository.ts'
import { schoolStore } from './schools.store.ts'

/** A record that a new calendar names: visible, and not archived. */
function openRecord<R extends { readonly archived_at: string | null }>(field: string, row: R | undefined): R {
  if (!row) throw invalid(referenceNotFound(field))
  if (row.archived_at)
    throw problem('record_archived', {}, `What ${field} names is archived. Restore it first.`)
  return row
}

/** The school of a new calendar, named in its body. */
export const openSchool = async ({ tx }: WriteContext, id: string) =>
  openRecord('school_id', await schoolStore.find(tx, id))

/** The school year of a new calendar. */
export const openYear = async ({ tx }: WriteContext, id: string) =>
  openRecord('calendar_id', await schoolYearStore.find(tx, id))

const readDefault = () =>
  schoolCalendarStore.fixed('read default', () =>
    build
      .select(schoolCalendarStore.selection())
      .from(schoolCalendars)
      .where(
        and(
          schoolCalendarStore.mine(),
          schoolCalendarStore.names('school_id', 'school_id'),
          schoolCalendarStore.names('calendar_id', 'calendar_id'),
          sql`${schoolCalendars.is_default}`,
          ne(schoolCalendars.id, sql.placeholder('id')),
        ),
      )
      .for('update'),
  )

/** Makes room for another default calendar of the school in the year; the former one is told in the audit log. */
export async function clearDefault(
  context: WriteContext,
  of: { readonly school_id: string; readonly calendar_id: string; readonly id: string },
): Promise<void> {
  await takeTurnsInSchool(context.tx, of.school_id)
  const former = await context.tx.first(readDefault(), of)
  if (former) await schoolCalendarStore.update(context, former, { is_default: false })
}
