import { z } from 'zod'
import { personBrief } from '../briefs.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { lacks, ownedMembers, ownedOnCreate, redacted } from '../kernel/record.ts'
import { id, instant, name, nullable, reference, text, timestamp } from '../kernel/schema.ts'
import { READ_SENSITIVE } from './sensitive.ts'

/** The types of contacts. Whether a contact is private or for work is in its label. */
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

/** Type of a contact, as a schema. */
export const contactType = z.enum(contactTypes).meta({
  id: 'ContactType',
  description: 'Type of a contact. It determines which values are valid.',
})

/** Type of a contact: `email`, `phone`, … */
export type ContactType = z.infer<typeof contactType>

const valueDescription =
  'An email address; a phone number of digits, blanks and `()./-`, with `+` before a country code; the http or https address of a website; or any text.'

const fields = {
  type: contactType,
  value: text(2_048).meta({
    description: valueDescription,
    examples: ['ada@example.org'],
  }),
  label: nullable(name()).meta({
    description:
      'Distinguishes contacts of the same type. An email address or phone number with the label `work` is visible to everyone who may read persons.',
    examples: ['Work'],
  }),
  do_not_publish: z.boolean().meta({ description: 'True: the contact must not appear in directories.' }),
}
const verifiedAt = nullable(instant()).meta({
  description:
    'When the contact was verified, at most 5 minutes in the future; null = never. A change of the value or the type sets it to null, unless the request contains a new time.',
})

/** The records that a request can include in a contact. */
export const contactIncludes = includes('Contact', {
  person: personBrief,
})

const contact = z
  .object({
    ...ownedMembers,
    person_id: nullable(id()).meta({
      description: 'Id of the person; null if the contact belongs to an identity.',
    }),
    identity_id: nullable(id()).meta({
      description: 'Id of the identity; null if the contact belongs to a person.',
    }),
    ...fields,
    value: nullable(fields.value).meta({
      description: `${valueDescription} Null if hidden.`,
      examples: ['ada@example.org'],
    }),
    normalized_value: nullable(z.string()).meta({
      description:
        'The value in the form that is compared: addresses in lower case, phone numbers without blanks. Null if hidden.',
      examples: ['ada@example.org'],
    }),
    verified_at: nullable(timestamp()).meta({ description: 'When the contact was verified; null = never.' }),
    sort_order: nullable(z.int().min(0)).meta({
      description:
        'Position among the contacts of the same owner that the caller may read, starting at 0. Null if hidden.',
    }),
    is_primary: nullable(z.boolean()).meta({
      description: 'Whether it is the first contact of its type that the caller may read. Null if hidden.',
    }),
    redacted: redacted(lacks(READ_SENSITIVE)),
    ...contactIncludes.members,
  })
  .meta({
    id: 'Contact',
    description:
      'A contact of a person or of an identity. Members are null only if the caller wrote the contact and may not read it.',
  })
const optionalOnCreate = { label: true, do_not_publish: true, verified_at: true } as const
const sortOrder = z.int().min(0).max(10_000).meta({
  description: 'Position among the contacts of the same owner, starting at 0. Default: after the others.',
})
const contactCreate = z
  .strictObject({ ...fields, verified_at: verifiedAt, sort_order: sortOrder, ...ownedOnCreate })
  .partial({ ...optionalOnCreate, sort_order: true })
  .meta({
    id: 'ContactCreate',
    description: 'A new contact. Without `sort_order`, it is placed after the others.',
  })
const firstContact = z
  .strictObject({ ...fields, verified_at: verifiedAt })
  .partial(optionalOnCreate)
  .meta({ id: 'FirstContact', description: 'A contact of a new person.' })
const contactUpdate = z
  .strictObject({ ...fields, verified_at: verifiedAt, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'ContactUpdate', description: 'Changes to a contact.' })
const contactOrder = z
  .strictObject({
    contact_ids: z.array(reference('a contact of the person')).max(1_000).meta({
      description: 'Ids of all contacts of the person that the caller may read, each once, in the new order.',
    }),
  })
  .meta({ id: 'ContactOrder', description: 'The order of a person’s contacts.' })

export interface Contact extends z.infer<typeof contact> {}
export interface ContactCreate extends z.infer<typeof contactCreate> {}
export interface FirstContact extends z.infer<typeof firstContact> {}
export interface ContactUpdate extends z.infer<typeof contactUpdate> {}
export interface ContactOrder extends z.infer<typeof contactOrder> {}
/** A contact of a person or of an identity. */
export const Contact: z.core.$ZodType<Contact, Contact> = contact
/** A new contact. */
export const ContactCreate: z.core.$ZodType<ContactCreate, ContactCreate> = contactCreate
/** A contact that is created together with its person. */
export const FirstContact: z.ZodType<FirstContact, FirstContact> = firstContact
/** A merge patch (RFC 7396) of a contact. */
export const ContactUpdate: z.core.$ZodType<ContactUpdate, ContactUpdate> = contactUpdate
/** The order of a person’s contacts. */
export const ContactOrder: z.core.$ZodType<ContactOrder, ContactOrder> = contactOrder
