import { operationGroups } from '@commonhold/contract'
import { crudHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { keyOfNew } from '../store/new-key.ts'
import { employmentAssignmentTypeStore } from './employment-assignment-types.store.ts'

export const employmentAssignmentTypeHandlers = implement(operationGroups.employmentAssignmentTypes, {
  ...crudHandlers(operationGroups.employmentAssignmentTypes, employmentAssignmentTypeStore),
  create: async ({ body }, context) => {
    const key = await keyOfNew(context.tx, employmentAssignmentTypeStore, body)
    return employmentAssignmentTypeStore.insert(context, { ...body, key })
  },
})
