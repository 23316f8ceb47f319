import { Store } from '../kernel/store.ts'
import { locationTypes } from './location-types.table.ts'
import { locations } from './locations.table.ts'

export const locationTypeStore = new Store({
  table: locationTypes,
  record: 'location_type',
  seenWith: ['locations:read', 'locations:write'],
  kind: 'catalogue',
  searched: [locationTypes.name, locationTypes.description],
  dependents: [locations.type_id],
})
