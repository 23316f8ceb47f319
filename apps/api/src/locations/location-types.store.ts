import { Store } from '../store/store.ts'
import { locationTypes } from './location-types.table.ts'

export const locationTypeStore = new Store({
  table: locationTypes,
  record: 'location_type',
  visibleWith: ['locations:read', 'locations:write'],
  kind: 'catalogue',
  searched: [locationTypes.name, locationTypes.description],
})
