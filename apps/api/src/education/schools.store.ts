import { Store } from '../kernel/store.ts'
import { locationStore } from '../locations/locations.store.ts'
import { schoolCalendars } from './school-calendars.table.ts'
import { schoolEmployments } from './school-employments.table.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'
import { schools } from './schools.table.ts'

export const schoolStore = new Store({
  table: schools,
  record: 'school',
  seenWith: ['education:read', 'education:write'],
  kind: 'owned',
  references: { location_id: locationStore },
  searched: [schools.name, schools.short_name, schools.code],
  dependents: [schoolCalendars.school_id, schoolEmployments.school_id, schoolGradeLevels.school_id],
})
