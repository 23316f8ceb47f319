import type { Referable } from '../store/references.ts'
import { Store } from '../store/store.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'
import { schoolStore } from './schools.store.ts'

export const schoolGradeLevelStore = new Store({
  table: schoolGradeLevels,
  record: 'school_grade_level',
  visibleWith: ['education:read', 'education:write'],
  kind: 'catalogue',
  references: {
    school_id: schoolStore,
    get next_grade_level_id(): Referable {
      return schoolGradeLevelStore
    },
  },
  searched: [schoolGradeLevels.key, schoolGradeLevels.name, schoolGradeLevels.short_name],
})
