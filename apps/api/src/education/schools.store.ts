import { locationStore } from '../locations/locations.store.ts'
import { Store } from '../store/store.ts'
import { schools } from './schools.table.ts'

export const schoolStore = new Store({
  table: schools,
  record: 'school',
  visibleWith: ['education:read', 'education:write'],
  kind: 'owned',
  references: { location_id: locationStore },
  searched: [schools.name, schools.short_name, schools.code],
})
