import { operationGroups } from '@commonhold/contract'
import { crudHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { locationTypeStore } from './location-types.store.ts'

export const locationTypeHandlers = implement(operationGroups.locationTypes, {
  ...crudHandlers(operationGroups.locationTypes, locationTypeStore),
})
