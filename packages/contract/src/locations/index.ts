import { locationTypes } from './location-types.ts'
import { locations } from './locations.ts'

export * from './address.ts'
export * from './location-types.ts'
export * from './locations.ts'

export const locationGroups = { locationTypes, locations }
