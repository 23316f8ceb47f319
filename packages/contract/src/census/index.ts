import { contacts } from './contact-operations.ts'
import { currentIdentities, identities } from './identity-operations.ts'
import { persons } from './persons.ts'

export * from './contact-operations.ts'
export * from './contacts.ts'
export * from './identities.ts'
export * from './identity-operations.ts'
export * from './persons.ts'
export { READ_SENSITIVE, WORK_LABEL, workContactTypes } from './sensitive.ts'

export const censusGroups = { persons, identities, currentIdentities, contacts }
