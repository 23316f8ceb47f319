import { invalid, problem, referenceNotFound } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { clearExclusiveFlag } from '../store/exclusive-flag.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolYearStore } from './school-years.store.ts'
import { lockSchool } from './schools.repository.ts'
import { schoolStore } from './schools.store.ts'

/** Returns the record that a new calendar refers to. Throws unless it is visible and not archived. */
function openRecord<R extends { readonly archived_at: string | null }>(field: string, row: R | undefined): R {
  if (!row) throw invalid(referenceNotFound(field))
  if (row.archived_at)
    throw problem('record_archived', {}, `The record in ${field} is archived. Restore it first.`)
  return row
}

/** The school of a new calendar, from its body. */
export const openSchool = async ({ tx }: WriteContext, id: string) =>
  openRecord('school_id', await schoolStore.find(tx, id))

/** The school year of a new calendar. */
export const openYear = async ({ tx }: WriteContext, id: string) =>
  openRecord('calendar_id', await schoolYearStore.find(tx, id))

/** Clears the flag of the school's former default calendar in the year. */
export async function clearDefault(
  context: WriteContext,
  { school_id, calendar_id }: { readonly school_id: string; readonly calendar_id: string },
): Promise<void> {
  await lockSchool(context.tx, school_id)
  await clearExclusiveFlag(context, schoolCalendarStore, 'is_default', { school_id, calendar_id })
}
