import { z } from 'zod'
import { byFlag, byReference, byTime, byValue, collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { ownedMembers, tenantIdOnCreate } from '../kernel/record.ts'
import { id, instant, name, nullable, queryBoolean, reference, text, timestamp } from '../kernel/schema.ts'

/** How somebody is reached. Home and work stand in the label. */
export const contactTypes = [
  'email',
  'phone',
  'mobile',
  'fax',
  'address',
  'website',
  'messenger',
  'emergency',
  'other',
] as const

const contactType = z.enum(contactTypes).meta({
  id: 'ContactType',
  description: 'How somebody is reached; the rules for the value follow from it.',
})

/** `email`, `phone`, … */
export type ContactType = z.infer<typeof contactType>

const fields = {
  type: contactType,
  value: text(2_048).meta({
    description:
      'An e-mail address; a phone number of digits, blanks and `()./-`, with `+` before a country code; the http or https address of a website; or any text.',
    examples: ['ada@example.org'],
  }),
  label: nullable(name()).meta({ description: 'Which of several it is.', examples: ['Work'] }),
  do_not_publish: z.boolean().meta({ description: 'Whether it must not appear in directories.' }),
}
const verifiedAt = nullable(instant()).meta({ description: 'When it was found to be right; null = never.' })

const contact = z
  .object({
    ...ownedMembers,
    person_id: nullable(id()).meta({ description: 'Id of the person, unless it is an identity’s.' }),
    identity_id: nullable(id()).meta({ description: 'Id of the identity, unless it is a person’s.' }),
    ...fields,
    normalized_value: z.string().meta({
      description: 'The value as it is compared: addresses in lower case, phone numbers without blanks.',
      examples: ['ada@example.org'],
    }),
    verified_at: nullable(timestamp()).meta({ description: 'When it was found to be right; null = never.' }),
    sort_order: z.int().min(0).meta({ description: 'Place among the contacts of its owner, from 0.' }),
    is_primary: z.boolean().meta({ description: 'Whether it is the first of its type.' }),
  })
  .meta({ id: 'Contact', description: 'How a person, or one of its identities, is reached.' })
const optionalOnCreate = { label: true, do_not_publish: true, verified_at: true } as const
const contactCreate = z
  .strictObject({ ...fields, verified_at: verifiedAt, tenant_id: tenantIdOnCreate })
  .partial(optionalOnCreate)
  .meta({ id: 'ContactCreate', description: 'A new contact; it goes behind those that are there.' })
const firstContact = z
  .strictObject({ ...fields, verified_at: verifiedAt })
  .partial(optionalOnCreate)
  .meta({ id: 'FirstContact', description: 'A contact of a new person.' })
const contactUpdate = z
  .strictObject({ ...fields, verified_at: verifiedAt })
  .partial()
  .meta({ id: 'ContactUpdate', description: 'Changes to a contact.' })
const contactOrder = z
  .strictObject({
    contact_ids: z
      .array(reference('a contact of the person'))
      .max(1_000)
      .meta({ description: 'Every contact of the person once, in the order wanted.' }),
  })
  .meta({ id: 'ContactOrder', description: 'The order of a person’s contacts.' })

export interface Contact extends z.infer<typeof contact> {}
export interface ContactCreate extends z.infer<typeof contactCreate> {}
export interface FirstContact extends z.infer<typeof firstContact> {}
export interface ContactUpdate extends z.infer<typeof contactUpdate> {}
export interface ContactOrder extends z.infer<typeof contactOrder> {}
/** How a person, or one of its identities, is reached. */
export const Contact: z.core.$ZodType<Contact, Contact> = contact
/** A new contact. */
export const ContactCreate: z.core.$ZodType<ContactCreate, ContactCreate> = contactCreate
/** A contact of a person that is made together with it. */
export const FirstContact: z.ZodType<FirstContact, FirstContact> = firstContact
/** A merge patch (RFC 7396) of a contact. */
export const ContactUpdate: z.core.$ZodType<ContactUpdate, ContactUpdate> = contactUpdate
/** The order of a person’s contacts. */
export const ContactOrder: z.core.$ZodType<ContactOrder, ContactOrder> = contactOrder

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
  filters: {
    person_id: byReference('the person', { nullable: true }),
    identity_id: byReference('the identity', { nullable: true }),
    ...filters,
  },
  sort,
  defaultSort: 'sort_order',
  search: true,
})
const personContacts = collection({
  filters,
  sort,
  defaultSort: 'sort_order',
  search: true,
  parameters: {
    include_identities: queryBoolean().meta({
      description: 'Adds the contacts of the person’s identities.',
    }),
  },
})
const identityContacts = collection({ filters, sort, defaultSort: 'sort_order', search: true })

const tag = 'Contacts'

/** Contacts by themselves, and below their person or identity. */
export const contacts = {
  list: endpoint({
    operationId: 'listContacts',
    method: 'get',
    path: '/contacts',
    tag,
    summary: 'List contacts',
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
    permission: 'persons:delete',
    success: { status: 204 },
  }),
  listOfPerson: endpoint({
    operationId: 'listPersonContacts',
    method: 'get',
    path: '/persons/{person_id}/contacts',
    tag,
    summary: 'List the contacts of a person',
    permission: 'persons:read',
    query: personContacts.query,
    collection: personContacts,
    success: { status: 200, body: z.array(Contact) },
  }),
  createOfPerson: endpoint({
    operationId: 'createPersonContact',
    method: 'post',
    path: '/persons/{person_id}/contacts',
    tag,
    summary: 'Add a contact to a person',
    permission: 'persons:write',
    body: ContactCreate,
    success: { status: 201, body: Contact },
    errors: ['already_exists'],
  }),
  getOfPerson: endpoint({
    operationId: 'getPersonContact',
    method: 'get',
    path: '/persons/{person_id}/contacts/{contact_id}',
    tag,
    summary: 'Read a contact of a person',
    permission: 'persons:read',
    success: { status: 200, body: Contact },
  }),
  updateOfPerson: endpoint({
    operationId: 'updatePersonContact',
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
    operationId: 'deletePersonContact',
    method: 'delete',
    path: '/persons/{person_id}/contacts/{contact_id}',
    tag,
    summary: 'Delete a contact of a person',
    permission: 'persons:delete',
    success: { status: 204 },
  }),
  reorder: endpoint({
    operationId: 'orderPersonContacts',
    method: 'put',
    path: '/persons/{person_id}/contacts/order',
    tag,
    summary: 'Order the contacts of a person',
    description: 'Names every contact of the person once; answers them in the new order.',
    permission: 'persons:write',
    body: ContactOrder,
    whole: true,
    success: { status: 200, body: z.array(Contact) },
  }),
  listOfIdentity: endpoint({
    operationId: 'listIdentityContacts',
    method: 'get',
    path: '/persons/{person_id}/identities/{identity_id}/contacts',
    tag,
    summary: 'List the contacts of an identity',
    permission: 'persons:read',
    query: identityContacts.query,
    collection: identityContacts,
    success: { status: 200, body: z.array(Contact) },
  }),
  createOfIdentity: endpoint({
    operationId: 'createIdentityContact',
    method: 'post',
    path: '/persons/{person_id}/identities/{identity_id}/contacts',
    tag,
    summary: 'Add a contact to an identity',
    permission: 'persons:write',
    body: ContactCreate,
    location: '/contacts/{contact_id}',
    success: { status: 201, body: Contact },
    errors: ['already_exists'],
  }),
}
