import { Store } from '../kernel/store.ts'
import { schoolCalendars } from './school-calendars.table.ts'
import { schools } from './schools.table.ts'

export const schoolStore = new Store({
  table: schools,
  record: 'school',
  kind: 'owned',
  searched: [schools.name, schools.short_name, schools.code],
  dependents: [schoolCalendars.school_id],
})
