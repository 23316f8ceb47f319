import { Store } from '../store/store.ts'
import { employmentAssignmentTypes } from './employment-assignment-types.table.ts'

export const employmentAssignmentTypeStore = new Store({
  table: employmentAssignmentTypes,
  record: 'employment_assignment_type',
  visibleWith: ['employments:read', 'employments:write'],
  kind: 'catalogue',
  searched: [
    employmentAssignmentTypes.key,
    employmentAssignmentTypes.name,
    employmentAssignmentTypes.description,
  ],
})
