import { type ContactUpdate, operationGroups } from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import { ignoreUnhandled, inOrder, type Reader } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { listChildren } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import {
  changeableContact,
  contactAnswer,
  contactsByIds,
  contactsFor,
  readContact,
} from './contact-answers.service.ts'
import { contactsWithIdentities, orderedContacts, writeOrder } from './contacts.repository.ts'
import { orderErrors, wholeOrder } from './contacts.rules.ts'
import { addContact, type ContactRow, changeContact, deleteContact } from './contacts.service.ts'
import { contactStore, ownContactStore } from './contacts.store.ts'
import { getIdentity, lockPerson } from './identities.repository.ts'
import { identityStore } from './identities.store.ts'
import { personStore } from './persons.store.ts'

interface Place {
  readonly person_id?: string
  readonly contact_id: string
}

const idsOf = (contacts: readonly { readonly id: string }[]) => contacts.map(({ id }) => id)

/** The contact. Throws `not_found` unless it belongs to the person in the path. */
async function contactOf(reader: Reader, { person_id, contact_id }: Place) {
  const contact = await readContact(reader, contact_id)
  if (contact.person_id !== person_id) throw problem('not_found')
  return contact
}

/**
 * Locks the person and then the contact, and returns the contact as `store` shows it. Throws if the person or the identity is
 * archived.
 */
async function lockContact(
  context: WriteContext,
  store: typeof contactStore,
  found: ContactRow,
  person_id?: string,
): Promise<ContactRow> {
  const { tx } = context
  if (person_id !== undefined && found.person_id !== person_id) throw problem('not_found')
  const identity = found.person_id === null && (await identityStore.get(tx, found.identity_id ?? ''))
  const [, , contact] = await inOrder([
    lockPerson(context, identity ? identity.person_id : (found.person_id ?? '')),
    identity && identityStore.getOpen(tx, identity.id),
    store.lock(context, found.id),
  ])
  return contact
}

/** Changes a contact and returns the members that the caller may read. */
async function update(context: WriteContext, { person_id, contact_id }: Place, body: ContactUpdate) {
  const found = await changeableContact(context.tx, contact_id)
  const locked = await lockContact(context, contactStore, found, person_id)
  return contactAnswer(context.tx, await changeContact(context, locked, body))
}

/** Deletes a contact. The user who created it may do so without permission to read it. */
async function remove(context: WriteContext, { person_id, contact_id }: Place) {
  const found = await ownContactStore.get(context.tx, contact_id)
  return deleteContact(context, await lockContact(context, ownContactStore, found, person_id))
}

export const contactHandlers = implement(operationGroups.contacts, {
  list: async ({ query }, context) =>
    listRecords(await contactsFor(context.reader), context, operationGroups.contacts.list.collection, query),
  get: ({ params }, { reader }) => readContact(reader, params.contact_id),
  update: ({ params, body }, context) => update(context, params, body),
  delete: ({ params }, context) => remove(context, params),
  listOfPerson: async ({ params, query }, context) => {
    const { collection } = operationGroups.contacts.listOfPerson
    const { include_identities, ...rest } = query
    const store = await contactsFor(context.reader)
    if (!include_identities)
      return listChildren(
        context,
        { store: personStore, id: params.person_id },
        { store, member: 'person_id', collection },
        rest,
      )
    const [rows] = await Promise.all([
      listRecords(store, context, collection, query, contactsWithIdentities(params.person_id)),
      personStore.get(context.reader, params.person_id),
    ])
    return rows
  },
  createOfPerson: async ({ params, body }, context) => {
    const { person_id } = params
    const locked = ignoreUnhandled(lockPerson(context, person_id))
    return contactAnswer(context.tx, await addContact(context, locked, { person_id }, body))
  },
  getOfPerson: ({ params }, { reader }) => contactOf(reader, params),
  updateOfPerson: ({ params, body }, context) => update(context, params, body),
  deleteOfPerson: ({ params }, context) => remove(context, params),
  reorder: async ({ params, body }, context) => {
    const person = await lockPerson(context, params.person_id)
    const owner = { person_id: person.id }
    const present = await orderedContacts(context.tx, owner)
    const readable = present.filter(({ is_readable }) => is_readable)
    const errors = orderErrors(body.contact_ids, idsOf(readable))
    if (errors.length > 0) throw invalid(...errors)
    const [from, to] = [idsOf(present), wholeOrder(present, body.contact_ids)]
    if (from.join() !== to.join()) {
      await writeOrder(context, owner, to)
      const changes = [{ field: 'contact_ids', from, to }]
      const { id: recordId, version } = person
      context.audit({ action: 'updated', recordType: 'person', recordId, version, changes })
    }
    return contactsByIds(context.tx, body.contact_ids)
  },
  listOfIdentity: async ({ params, query }, context) => {
    const { collection } = operationGroups.contacts.listOfIdentity
    const store = await contactsFor(context.reader)
    const [rows] = await Promise.all([
      listRecords(store, context, collection, query, {
        name: 'of identity_id',
        condition: store.names('identity_id', 'parent_id'),
        values: { parent_id: params.identity_id },
      }),
      getIdentity(context.reader, params),
    ])
    return rows
  },
  createOfIdentity: async ({ params, body }, context) => {
    const { person_id, identity_id } = params
    const owned = ignoreUnhandled(
      inOrder([
        getIdentity(context.tx, params),
        lockPerson(context, person_id),
        identityStore.getOpen(context.tx, identity_id),
      ]),
    )
    return contactAnswer(context.tx, await addContact(context, owned, { identity_id }, body))
  },
})
