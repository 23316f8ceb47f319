import { contract } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { crudHandlers, listChildren } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { invalid, problem } from '../kernel/problem.ts'
import type { Reader } from '../kernel/statement.ts'
import { addContact, type ContactRow, changeContact, deleteContact } from './contacts.changes.ts'
import { contactsWithIdentities, orderedContacts, writeOrder } from './contacts.repository.ts'
import { orderFaults } from './contacts.rules.ts'
import { contactStore } from './contacts.store.ts'
import { getIdentity, lockPerson } from './identities.repository.ts'
import { identityStore } from './identities.store.ts'
import { personStore } from './persons.store.ts'

interface Place {
  readonly person_id?: string
  readonly contact_id: string
}

/** The contact, if it is one of the person in the path. */
async function contactOf(reader: Reader, { person_id, contact_id }: Place) {
  const contact = await contactStore.get(reader, contact_id)
  if (contact.person_id !== person_id) throw problem('not_found')
  return contact
}

/** The contact, locked, and before it the person to whom it belongs; neither that nor the identity is archived. */
async function lockContact(context: WriteContext, { person_id, contact_id }: Place): Promise<ContactRow> {
  const { tx } = context
  const found = await contactStore.get(tx, contact_id)
  if (person_id !== undefined && found.person_id !== person_id) throw problem('not_found')
  if (found.person_id) await lockPerson(context, found.person_id)
  else {
    const identity = await identityStore.get(tx, found.identity_id ?? '')
    await lockPerson(context, identity.person_id)
    await identityStore.getOpen(tx, identity.id)
  }
  return contactStore.lock(context, contact_id)
}

const { list, get } = crudHandlers(contract.contacts, contactStore)

export const contactHandlers = implement(contract.contacts, {
  list,
  get,
  update: async ({ params, body }, context) =>
    changeContact(context, await lockContact(context, params), body),
  delete: async ({ params }, context) => deleteContact(context, await lockContact(context, params)),
  listOfPerson: async ({ params, query }, context) => {
    const { collection } = contract.contacts.listOfPerson
    const { include_identities, ...rest } = query
    if (!include_identities)
      return listChildren(
        context,
        { store: personStore, id: params.person_id },
        { store: contactStore, member: 'person_id', collection },
        rest,
      )
    const [rows] = await Promise.all([
      listRecords(contactStore, context, collection, query, contactsWithIdentities(params.person_id)),
      personStore.get(context.reader, params.person_id),
    ])
    return rows
  },
  createOfPerson: async ({ params, body }, context) => {
    const { id } = await lockPerson(context, params.person_id)
    return addContact(context, { person_id: id }, body)
  },
  getOfPerson: ({ params }, { reader }) => contactOf(reader, params),
  updateOfPerson: async ({ params, body }, context) =>
    changeContact(context, await lockContact(context, params), body),
  deleteOfPerson: async ({ params }, context) => deleteContact(context, await lockContact(context, params)),
  reorder: async ({ params, body }, context) => {
    const owner = { person_id: (await lockPerson(context, params.person_id)).id }
    const present = await orderedContacts(context.tx, owner)
    const faults = orderFaults(body.contact_ids, present)
    if (faults.length > 0) throw invalid(...faults)
    if (present.join() !== body.contact_ids.join()) {
      await writeOrder(context, body.contact_ids)
      const changes = [{ field: 'contact_ids', from: present, to: body.contact_ids }]
      context.audit({ action: 'updated', recordType: 'person', recordId: owner.person_id, changes })
    }
    return Promise.all(body.contact_ids.map((id) => contactStore.get(context.tx, id)))
  },
  listOfIdentity: async ({ params, query }, context) => {
    const { collection } = contract.contacts.listOfIdentity
    await getIdentity(context.reader, params)
    return listChildren(
      context,
      { store: identityStore, id: params.identity_id },
      { store: contactStore, member: 'identity_id', collection },
      query,
    )
  },
  createOfIdentity: async ({ params, body }, context) => {
    await getIdentity(context.tx, params)
    await lockPerson(context, params.person_id)
    const { id } = await identityStore.getOpen(context.tx, params.identity_id)
    return addContact(context, { identity_id: id }, body)
  },
})
