import { codes } from './codes.ts'
import { search } from './search.ts'

export * from './codes.ts'
export { type RecordType, recordTypes } from './record-types.ts'
export * from './search.ts'

export const searchGroups = { search, codes }
