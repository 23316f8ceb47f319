import {
  locationTypes,
  locationTypesBulk,
  locationTypesHistory,
  locationTypesUpsert,
} from './location-types.ts'
import { locations, locationsBulk, locationsHistory, locationsSummary, locationsUpsert } from './locations.ts'

export * from './address.ts'
export * from './location-types.ts'
export * from './locations.ts'

export const locationGroups = { locationTypes, locations }

export const locationDerivedOperations = {
  locationTypes: {
    bulk: locationTypesBulk,
    upsert: locationTypesUpsert,
    history: { list: locationTypesHistory },
  },
  locations: {
    bulk: locationsBulk,
    upsert: locationsUpsert,
    history: { list: locationsHistory },
    summary: { list: locationsSummary },
  },
}
