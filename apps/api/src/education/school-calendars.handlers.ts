import { operationGroups, type SchoolCalendarCreate } from '@commonhold/contract'
import { lastChange, type WriteContext } from '../store/context.ts'
import { crudHandlers, listChildren } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { clearDefault, openSchool, openYear } from './school-calendars.repository.ts'
import { assertInsideYear } from './school-calendars.rules.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolYearStore } from './school-years.store.ts'
import { lockSchool } from './schools.repository.ts'
import { schoolStore } from './schools.store.ts'

const { listOfSchool, listOfYear } = operationGroups.schoolCalendars

/** Creates a calendar of a school that is not archived. */
async function create(context: WriteContext, body: SchoolCalendarCreate) {
  const year = await openYear(context, body.calendar_id)
  const { school_id, calendar_id } = body
  const days = {
    start_date: body.start_date ?? year.start,
    end_date: body.end_date ?? year.end,
    year_start: year.start,
    year_end: year.end,
  }
  assertInsideYear(days)
  if (body.is_default) await clearDefault(context, { school_id, calendar_id })
  return schoolCalendarStore.insert(context, { ...body, ...days })
}

export const schoolCalendarHandlers = implement(operationGroups.schoolCalendars, {
  ...crudHandlers(operationGroups.schoolCalendars, schoolCalendarStore),
  create: async ({ body }, context) => {
    await openSchool(context, body.school_id)
    return create(context, body)
  },
  createInSchool: async ({ params: { school_id }, body }, context) => {
    await schoolStore.getOpen(context.tx, school_id)
    return create(context, { ...body, school_id })
  },
  update: async ({ params, body }, context) => {
    if (body.is_default) {
      const { school_id } = await schoolCalendarStore.get(context.tx, params.school_calendar_id)
      await lockSchool(context.tx, school_id)
    }
    const before = await schoolCalendarStore.lock(context, params.school_calendar_id)
    assertInsideYear({ ...before, ...body })
    if (body.is_default && !before.is_default) await clearDefault(context, before)
    return schoolCalendarStore.update(lastChange(context), before, body)
  },
  listOfSchool: ({ params, query }, context) =>
    listChildren(
      context,
      { store: schoolStore, id: params.school_id },
      { store: schoolCalendarStore, member: 'school_id', collection: listOfSchool.collection },
      query,
    ),
  listOfYear: ({ params, query }, context) =>
    listChildren(
      context,
      { store: schoolYearStore, id: params.school_year_id },
      { store: schoolCalendarStore, member: 'calendar_id', collection: listOfYear.collection },
      query,
    ),
})
