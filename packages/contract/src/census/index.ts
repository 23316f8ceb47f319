import { contacts, contactsBulk, contactsHistory, contactsSummary } from './contact-operations.ts'
import { currentIdentities, identities, identitiesBulk, identitiesHistory } from './identity-operations.ts'
import { persons, personsBulk, personsHistory, personsSummary, personsUpsert } from './persons.ts'

export * from './contact-operations.ts'
export * from './contacts.ts'
export * from './identities.ts'
export * from './identity-operations.ts'
export * from './persons.ts'
export { READ_SENSITIVE, WORK_LABEL, workContactTypes } from './sensitive.ts'

export const censusGroups = { persons, identities, currentIdentities, contacts }

export const censusDerivedOperations = {
  persons: {
    bulk: personsBulk,
    upsert: personsUpsert,
    history: { list: personsHistory },
    summary: { list: personsSummary },
  },
  identities: { bulk: identitiesBulk, history: { list: identitiesHistory } },
  contacts: { bulk: contactsBulk, history: { list: contactsHistory }, summary: { list: contactsSummary } },
}
