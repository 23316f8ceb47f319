import { Store } from '../store/store.ts'
import { schoolYears } from './school-years.table.ts'

export const schoolYearStore = new Store({
  table: schoolYears,
  record: 'school_year',
  visibleWith: ['education:read', 'education:write'],
  kind: 'owned',
  searched: [schoolYears.name],
})
