import { Store } from '../store/store.ts'
import { schoolCalendars } from './school-calendars.table.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolStore } from './schools.store.ts'

export const schoolCalendarStore = new Store({
  table: schoolCalendars,
  record: 'school_calendar',
  visibleWith: ['education:read', 'education:write'],
  kind: 'owned',
  references: { school_id: schoolStore, calendar_id: schoolYearStore },
  searched: [schoolCalendars.name],
})
