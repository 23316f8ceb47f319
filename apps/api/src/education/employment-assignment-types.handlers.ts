import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { employmentAssignmentTypeStore } from './employment-assignment-types.store.ts'

export const employmentAssignmentTypeHandlers = implement(contract.employmentAssignmentTypes, {
  ...crudHandlers(contract.employmentAssignmentTypes, employmentAssignmentTypeStore),
})
