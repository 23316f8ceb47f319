import { contract, personLifecycle } from '@commonhold/contract'
import { crudHandlers, moveHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { addContact } from './contacts.changes.ts'
import { nameNewPerson, notePartsOfPerson } from './identities.repository.ts'
import { personStore } from './persons.store.ts'

export const personHandlers = implement(contract.persons, {
  ...crudHandlers(contract.persons, personStore),
  ...moveHandlers(personLifecycle, personStore),
  create: async ({ body: { identity, contacts = [], ...fields } }, context) => {
    const person = await personStore.insert(context, fields)
    for (const [at, contact] of contacts.entries())
      await addContact(context, { person_id: person.id }, contact, `/contacts/${at}/value`)
    return identity ? nameNewPerson(context, person, identity) : person
  },
  delete: async ({ params: { person_id } }, context) => {
    await personStore.lock(context, person_id)
    await notePartsOfPerson(context, person_id)
    await personStore.remove(context, person_id)
    return undefined
  },
})
