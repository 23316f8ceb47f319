import { operationGroups } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { locationTypeStore } from './location-types.store.ts'

export const locationTypeHandlers = implement(operationGroups.locationTypes, {
  ...crudHandlers(operationGroups.locationTypes, locationTypeStore),
})
