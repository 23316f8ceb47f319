import type { ContactType } from './contacts.ts'

/** The permission to read the sensitive members of persons, their private contacts and their former names. */
export const READ_SENSITIVE = 'persons:read_sensitive'

/** The types of work contacts. */
export const workContactTypes = ['email', 'phone', 'mobile'] as const satisfies readonly ContactType[]

/** The label of work contacts, in any case. */
export const WORK_LABEL = 'work'

/** The description of each operation that lists contacts. */
export const hiddenContacts =
  'A work contact is an email address, phone or mobile number with the label `work`, in any case. All other contacts, and contacts of hidden identities, are hidden without the permission `persons:read_sensitive`: lists, counts and searches leave them out, and reading one by its id answers 404. The user who added a hidden contact can read it, with null in the hidden members. `sort_order` and `is_primary` count only the contacts that the caller may read.'

/** The description of each operation that lists identities. */
export const hiddenIdentities =
  'Identities of the type `former` are hidden without the permission `persons:read_sensitive`, unless they are the current one: lists, counts and searches leave them out, and reading one by its id answers 404. The user who added a hidden identity can read it, with null in its names.'
