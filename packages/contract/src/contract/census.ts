import * as assetArea from '../assets/index.ts'
import { contactsBulk, contactsHistory, contactsSummary } from '../census/contact-operations.ts'
import { identitiesBulk, identitiesHistory } from '../census/identity-operations.ts'
import * as censusArea from '../census/index.ts'
import { personsBulk, personsHistory, personsSummary, personsUpsert } from '../census/persons.ts'
import * as educationArea from '../education/index.ts'

// Operations on persons; their names follow from their paths (docs/decisions/0002-names-follow-paths.md).

export const persons = {
  summary: { list: personsSummary },
  bulk: personsBulk,
  upsert: personsUpsert,
  ...censusArea.persons,
  history: { list: personsHistory },
  assignments: {
    list: assetArea.assetAssignments.listOfPerson,
  },
  identities: {
    list: censusArea.identities.listOfPerson,
    create: censusArea.identities.createForPerson,
    get: censusArea.identities.getOfPerson,
    update: censusArea.identities.updateOfPerson,
    delete: censusArea.identities.deleteOfPerson,
    archive: censusArea.identities.archive,
    restore: censusArea.identities.restore,
    activate: censusArea.identities.activate,
    deactivate: censusArea.identities.deactivate,
    contacts: {
      list: censusArea.contacts.listOfIdentity,
      create: censusArea.contacts.createOfIdentity,
    },
  },
  currentIdentity: censusArea.currentIdentities,
  contacts: {
    list: censusArea.contacts.listOfPerson,
    create: censusArea.contacts.createOfPerson,
    get: censusArea.contacts.getOfPerson,
    update: censusArea.contacts.updateOfPerson,
    delete: censusArea.contacts.deleteOfPerson,
    order: censusArea.contacts.reorder,
  },
  schoolEnrollments: {
    list: educationArea.schoolEnrollments.listOfPerson,
  },
  employmentAssignments: {
    list: educationArea.employmentAssignments.listOfPerson,
  },
}

export const identities = {
  bulk: identitiesBulk,
  list: censusArea.identities.list,
  get: censusArea.identities.get,
  update: censusArea.identities.update,
  history: { list: identitiesHistory },
}

export const contacts = {
  summary: { list: contactsSummary },
  bulk: contactsBulk,
  list: censusArea.contacts.list,
  get: censusArea.contacts.get,
  update: censusArea.contacts.update,
  delete: censusArea.contacts.delete,
  history: { list: contactsHistory },
}
