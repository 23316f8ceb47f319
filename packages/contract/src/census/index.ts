import { persons } from './persons.ts'

export * from './persons.ts'

export const censusGroups = { persons }
