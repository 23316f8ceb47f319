import { contacts } from './contacts.ts'
import { currentIdentities, identities } from './identities.ts'
import { persons } from './persons.ts'

export * from './contacts.ts'
export * from './identities.ts'
export * from './persons.ts'

export const censusGroups = { persons, identities, currentIdentities, contacts }
