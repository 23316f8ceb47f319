import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { locationTypeStore } from './location-types.store.ts'

export const locationTypeHandlers = implement(contract.locationTypes, {
  ...crudHandlers(contract.locationTypes, locationTypeStore),
})
