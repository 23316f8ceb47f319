import { operationGroups } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { keyOfNew } from '../kernel/new-key.ts'
import { employmentAssignmentTypeStore } from './employment-assignment-types.store.ts'

export const employmentAssignmentTypeHandlers = implement(operationGroups.employmentAssignmentTypes, {
  ...crudHandlers(operationGroups.employmentAssignmentTypes, employmentAssignmentTypeStore),
  create: async ({ body }, context) => {
    const key = await keyOfNew(context.tx, employmentAssignmentTypeStore, body)
    return employmentAssignmentTypeStore.insert(context, { ...body, key })
  },
})
