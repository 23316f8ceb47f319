import { contacts } from './contacts.table.ts'
import { identities } from './identities.table.ts'
import { persons } from './persons.table.ts'

export const censusTables = { owned: [persons, identities, contacts] }
