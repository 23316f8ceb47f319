import { operationGroups, personLifecycle } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { assertPastDays } from '../kernel/days.ts'
import { crudHandlers, moveHandlers } from '../kernel/handlers.ts'
import { assertHolds } from '../kernel/held-permissions.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { addContact } from './contacts.changes.ts'
import { changeCurrentIdentity } from './current-identity.ts'
import { nameNewPerson, notePartsOfPerson } from './identities.repository.ts'
import { assertFormerDays } from './identities.rules.ts'
import { holdersOf } from './persons.repository.ts'
import { personStore, personView } from './persons.store.ts'

const { get } = crudHandlers(operationGroups.persons, personView)
const { archive, restore } = moveHandlers(personLifecycle, personStore)

/** A person that the caller has written, without the members that they may not read. */
const answer = async ({ tx }: WriteContext, written: Promise<{ readonly id: string }>) =>
  personView.get(tx, (await written).id)

export const personHandlers = implement(operationGroups.persons, {
  list: async ({ query: { holds_assets, ...query } }, context) => {
    if (holds_assets !== undefined) await assertHolds(context.reader, 'assets:read')
    const { collection } = operationGroups.persons.list
    return listRecords(personView, context, collection, query, holdersOf(holds_assets))
  },
  get,
  create: async ({ body: { identity, contacts = [], ...fields } }, context) => {
    await assertPastDays(context, { birth_date: fields.birth_date })
    if (identity) await assertFormerDays(context, identity, '/identity/')
    const person = await personStore.insert(context, fields)
    for (const [at, contact] of contacts.entries())
      await addContact(context, { person_id: person.id }, contact, `/contacts/${at}/value`)
    if (identity) await nameNewPerson(context, person, identity)
    return personView.get(context.tx, person.id)
  },
  update: async ({ params: { person_id }, body: { current_identity_id, ...fields } }, context) => {
    await assertPastDays(context, { birth_date: fields.birth_date })
    const person = await personStore.update(context, await personStore.lock(context, person_id), fields)
    await changeCurrentIdentity(context, person, current_identity_id)
    return personView.get(context.tx, person_id)
  },
  delete: async ({ params: { person_id } }, context) => {
    await personStore.lock(context, person_id)
    await notePartsOfPerson(context, person_id)
    await personStore.remove(context, person_id)
    return undefined
  },
  archive: (input, context) => answer(context, archive(input, context)),
  restore: (input, context) => answer(context, restore(input, context)),
})
