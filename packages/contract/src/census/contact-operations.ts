import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byFlag, byReference, byTime, byValue } from '../kernel/filters.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { instant, name, queryBoolean, text } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import {
  Contact,
  ContactCreate,
  ContactOrder,
  ContactUpdate,
  contactIncludes,
  contactType,
} from './contacts.ts'
import { hiddenContacts, READ_SENSITIVE } from './sensitive.ts'

const filters = {
  type: byValue(contactType),
  value: byValue(text(2_048)),
  normalized_value: byValue(text(2_048)),
  label: byValue(name(), { nullable: true }),
  do_not_publish: byFlag(),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}
const sort = ['sort_order', 'type', 'value', 'created_at', 'updated_at']
const allContacts = collection({
  hasExternalIds: true,
  include: contactIncludes.include,
  filters: {
    person_id: byReference('the person', { nullable: true }),
    identity_id: byReference('the identity', { nullable: true }),
    ...filters,
  },
  sort,
  search: true,
})
const personContacts = collection({
  hasExternalIds: true,
  include: contactIncludes.include,
  filters,
  sort,
  defaultSort: 'sort_order',
  search: true,
  parameters: {
    include_identities: queryBoolean().meta({
      description: 'True: adds the contacts of the person’s identities.',
    }),
  },
})
const identityContacts = collection({
  hasExternalIds: true,
  include: contactIncludes.include,
  filters,
  sort,
  defaultSort: 'sort_order',
  search: true,
})

const tag = 'Contacts'
const duplicates =
  'Refuses a value that another contact of the same owner has, if the caller may read that contact. If the caller may not read the new contact, its members are null in the response. The caller can read it in this form and delete it, but cannot change it.'

/** Operations on contacts, including those below the path of their person or identity. */
export const contacts = {
  list: endpoint({
    operationId: 'listContacts',
    method: 'get',
    path: '/contacts',
    tag,
    summary: 'List contacts',
    description: hiddenContacts,
    permission: 'persons:read',
    query: allContacts.query,
    collection: allContacts,
    success: { status: 200, body: z.array(Contact) },
  }),
  get: endpoint({
    operationId: 'getContact',
    method: 'get',
    path: '/contacts/{contact_id}',
    tag,
    summary: 'Read a contact',
    permission: 'persons:read',
    success: { status: 200, body: Contact },
    ...including(contactIncludes),
  }),
  update: endpoint({
    operationId: 'updateContact',
    method: 'patch',
    path: '/contacts/{contact_id}',
    tag,
    summary: 'Update a contact',
    permission: 'persons:write',
    body: ContactUpdate,
    success: { status: 200, body: Contact },
    errors: ['already_exists'],
  }),
  delete: endpoint({
    operationId: 'deleteContact',
    method: 'delete',
    path: '/contacts/{contact_id}',
    tag,
    summary: 'Delete a contact',
    permission: 'persons:write',
    success: { status: 204 },
  }),
  listOfPerson: endpoint({
    operationId: 'listContactsOfPerson',
    method: 'get',
    path: '/persons/{person_id}/contacts',
    tag,
    summary: 'List the contacts of a person',
    description: hiddenContacts,
    permission: 'persons:read',
    query: personContacts.query,
    collection: personContacts,
    success: { status: 200, body: z.array(Contact) },
  }),
  createOfPerson: endpoint({
    operationId: 'createContactOfPerson',
    method: 'post',
    path: '/persons/{person_id}/contacts',
    tag,
    summary: 'Add a contact to a person',
    description: duplicates,
    permission: 'persons:write',
    body: ContactCreate,
    success: { status: 201, body: Contact },
    errors: ['already_exists'],
  }),
  getOfPerson: endpoint({
    operationId: 'getContactOfPerson',
    method: 'get',
    path: '/persons/{person_id}/contacts/{contact_id}',
    tag,
    summary: 'Read a contact of a person',
    permission: 'persons:read',
    success: { status: 200, body: Contact },
    ...including(contactIncludes),
  }),
  updateOfPerson: endpoint({
    operationId: 'updateContactOfPerson',
    method: 'patch',
    path: '/persons/{person_id}/contacts/{contact_id}',
    tag,
    summary: 'Update a contact of a person',
    permission: 'persons:write',
    body: ContactUpdate,
    success: { status: 200, body: Contact },
    errors: ['already_exists'],
  }),
  deleteOfPerson: endpoint({
    operationId: 'deleteContactOfPerson',
    method: 'delete',
    path: '/persons/{person_id}/contacts/{contact_id}',
    tag,
    summary: 'Delete a contact of a person',
    permission: 'persons:write',
    success: { status: 204 },
  }),
  reorder: endpoint({
    operationId: 'orderContactsOfPerson',
    method: 'put',
    path: '/persons/{person_id}/contacts/order',
    tag,
    summary: 'Order the contacts of a person',
    description:
      'The request names every contact of the person that the caller may read, each once. The response lists them in the new order. Hidden contacts keep their places.',
    permission: 'persons:write',
    body: ContactOrder,
    whole: true,
    success: { status: 200, body: z.array(Contact) },
  }),
  listOfIdentity: endpoint({
    operationId: 'listContactsOfIdentity',
    method: 'get',
    path: '/persons/{person_id}/identities/{identity_id}/contacts',
    tag,
    summary: 'List the contacts of an identity',
    description: hiddenContacts,
    permission: 'persons:read',
    query: identityContacts.query,
    collection: identityContacts,
    success: { status: 200, body: z.array(Contact) },
  }),
  createOfIdentity: endpoint({
    operationId: 'createContactOfIdentity',
    method: 'post',
    path: '/persons/{person_id}/identities/{identity_id}/contacts',
    tag,
    summary: 'Add a contact to an identity',
    description: duplicates,
    permission: 'persons:write',
    body: ContactCreate,
    location: '/contacts/{contact_id}',
    success: { status: 201, body: Contact },
    errors: ['already_exists'],
  }),
}

/** Counts contacts in groups. */
export const contactsSummary = summary(contacts.list, {
  type: 'Contact',
  many: 'contacts',
  values: ['type', 'person_id'],
  times: ['created_at'],
})

/** Writes up to 500 contacts in one request. */
export const contactsBulk: BulkOf<'contacts'> = bulk(contacts)

/** Lists the changes of a contact. Former values need `persons:read_sensitive`. */
export const contactsHistory: HistoryOf<typeof contacts.get, typeof READ_SENSITIVE> = history(
  contacts.get,
  READ_SENSITIVE,
)
