import { READ_SENSITIVE } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import type { Reader } from '../db/statement.ts'
import { mayIn } from '../store/permissions.ts'
import { redact } from '../store/redact.ts'
import { contactsOfIds } from './contacts.repository.ts'
import type { ContactRow } from './contacts.service.ts'
import { contactStore, ownContactStore, workContactStore } from './contacts.store.ts'

/** The store of the contacts that the caller may read: all of them, or work contacts only. */
export const contactsFor = async (reader: Reader) =>
  (await mayIn(reader, READ_SENSITIVE, null)) ? contactStore : workContactStore

const hidden = ['value', 'normalized_value', 'label', 'verified_at', 'sort_order', 'is_primary'] as const

/** The contact as the caller may read it. Both forms are read together with the permission that decides between them. */
async function findShown(reader: Reader, id: string): Promise<ContactRow | undefined> {
  const [readsAll, whole, work] = await Promise.all([
    mayIn(reader, READ_SENSITIVE, null),
    contactStore.find(reader, id),
    workContactStore.find(reader, id),
  ])
  return readsAll ? whole : work
}

/** A contact that the caller has written; members that the caller may not read are redacted. */
export const contactAnswer = async (reader: Reader, written: ContactRow) =>
  (await findShown(reader, written.id)) ?? redact(written, hidden)

/** The contact with the id. For a contact that the caller created but may not read, the hidden members are redacted. */
export async function readContact(reader: Reader, id: string) {
  return (await findShown(reader, id)) ?? redact(await ownContactStore.get(reader, id), hidden)
}

/** Returns a contact to change. Throws 403 if the caller may not read it, because a change could make its value readable. */
export async function changeableContact(reader: Reader, id: string): Promise<ContactRow> {
  const found = await contactStore.find(reader, id)
  if (found) return found
  await ownContactStore.get(reader, id)
  throw problem(
    'permission_denied',
    { required_permission: READ_SENSITIVE },
    `Changing a contact that you may not read needs the permission ${READ_SENSITIVE}. Delete the contact and add it again, or ask someone who has the permission.`,
  )
}

/** The contacts with the ids, in their order, as the caller sees them. */
export async function contactsByIds(reader: Reader, ids: readonly string[]): Promise<ContactRow[]> {
  const contacts = await contactsOfIds(await contactsFor(reader), reader, ids)
  const found = new Map(contacts.map((contact) => [contact.id, contact]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
