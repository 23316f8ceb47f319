import type { ContactType } from './contacts.ts'

/** The permission to read the sensitive members of persons, their private contacts and their former names. */
export const READ_SENSITIVE = 'persons:read_sensitive'

/** The types of work contacts. */
export const workContactTypes = ['email', 'phone', 'mobile'] as const satisfies readonly ContactType[]

/** The label of work contacts, in any case. */
export const WORK_LABEL = 'work'

/** The description of contacts wherever they are listed. */
export const hiddenContacts =
  'A work contact is an email address, phone or mobile number with the label `work`, in any case. All other contacts, and those of hidden identities, are hidden without the permission `persons:read_sensitive`: lists, counts and searches leave them out, their ids are answered with 404 (with their hidden members null to the user who added them), and `sort_order` and `is_primary` follow from the contacts that remain.'

/** The description of identities wherever they are listed. */
export const hiddenIdentities =
  'Identities of the type `former` are hidden without the permission `persons:read_sensitive`, unless they are the current one: lists, counts and searches leave them out, and their ids are answered with 404 (with their names null to the user who added them).'
