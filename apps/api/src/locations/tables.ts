import { locationTypes } from './location-types.table.ts'
import { locationAncestors, locations } from './locations.table.ts'

export const locationTables = { owned: [locations, locationAncestors], catalogue: [locationTypes] }
