import { locationTypes } from './location-types.ts'

export * from './address.ts'
export * from './location-types.ts'

export const locationGroups = { locationTypes }
