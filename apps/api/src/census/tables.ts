import { persons } from './persons.table.ts'

export const censusTables = { owned: [persons] }
