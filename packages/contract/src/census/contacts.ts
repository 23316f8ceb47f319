import { z } from 'zod'
import { personBrief } from '../briefs.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { lacks, ownedMembers, ownedOnCreate, redacted } from '../kernel/record.ts'
import { id, instant, name, nullable, reference, text, timestamp } from '../kernel/schema.ts'
import { READ_SENSITIVE } from './sensitive.ts'

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

/** How somebody is reached. */
export const contactType = z.enum(contactTypes).meta({
  id: 'ContactType',
  description: 'How somebody is reached; the rules for the value follow from it.',
})

/** `email`, `phone`, … */
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
      'Tells several contacts of a type apart. An email address or phone number with the label `work` is visible to every reader.',
    examples: ['Work'],
  }),
  do_not_publish: z.boolean().meta({ description: 'Whether it must not appear in directories.' }),
}
const verifiedAt = nullable(instant()).meta({
  description:
    'When it was found to be right, at most 5 minutes ahead; null = never. Null again when the value or the type changes, unless a later moment is sent along.',
})

/** The records that one shows beside their ids, on request. */
export const contactIncludes = includes('Contact', {
  person: personBrief,
})

const contact = z
  .object({
    ...ownedMembers,
    person_id: nullable(id()).meta({ description: 'Id of the person, unless it is an identity’s.' }),
    identity_id: nullable(id()).meta({ description: 'Id of the identity, unless it is a person’s.' }),
    ...fields,
    value: nullable(fields.value).meta({
      description: `${valueDescription} Null where it is hidden.`,
      examples: ['ada@example.org'],
    }),
    normalized_value: nullable(z.string()).meta({
      description:
        'The value as it is compared: addresses in lower case, phone numbers without blanks. Null where it is hidden.',
      examples: ['ada@example.org'],
    }),
    verified_at: nullable(timestamp()).meta({ description: 'When it was found to be right; null = never.' }),
    sort_order: nullable(z.int().min(0)).meta({
      description:
        'Position among the contacts of its owner that the caller may read, from 0. Null where it is hidden.',
    }),
    is_primary: nullable(z.boolean()).meta({
      description: 'Whether it is the first of its type that the caller may read. Null where it is hidden.',
    }),
    redacted: redacted(lacks(READ_SENSITIVE)),
    ...contactIncludes.members,
  })
  .meta({
    id: 'Contact',
    description:
      'How a person, or one of its identities, is reached. Members are null only for a caller who wrote a contact that they may not read.',
  })
const optionalOnCreate = { label: true, do_not_publish: true, verified_at: true } as const
const sortOrder = z.int().min(0).max(10_000).meta({
  description: 'Place among the contacts of its owner, from 0; after the others unless given.',
})
const contactCreate = z
  .strictObject({ ...fields, verified_at: verifiedAt, sort_order: sortOrder, ...ownedOnCreate })
  .partial({ ...optionalOnCreate, sort_order: true })
  .meta({
    id: 'ContactCreate',
    description: 'A new contact; it is placed after the others unless `sort_order` gives another place.',
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
      description: 'Every contact of the person that the caller may read, once, in the new order.',
    }),
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
