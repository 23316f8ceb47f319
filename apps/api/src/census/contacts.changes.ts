import type { ContactCreate, ContactUpdate } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { closeGap, nextPlace, type Owner } from './contacts.repository.ts'
import { normalizedValue } from './contacts.rules.ts'
import { contactStore } from './contacts.store.ts'

/** A contact as it is stored. */
export type ContactRow = Awaited<ReturnType<typeof contactStore.get>>

/** Whose contact it is. */
export const ownerOf = ({ person_id, identity_id }: ContactRow): Owner =>
  person_id === null ? { identity_id: identity_id ?? '' } : { person_id }

/** Adds a contact behind those of its owner, whose person is locked; `field` is where the value stands in the body. */
export async function addContact(context: WriteContext, owner: Owner, body: ContactCreate, field = 'value') {
  const normalized_value = normalizedValue(body.type, body.value, field)
  const sort_order = await nextPlace(context.tx, owner)
  return contactStore.insert(context, { ...body, ...owner, normalized_value, sort_order })
}

/** Changes a locked contact; its type decides what its value may be. */
export async function changeContact(context: WriteContext, before: ContactRow, body: ContactUpdate) {
  const { type, value } = { ...before, ...body }
  return contactStore.update(context, before, { ...body, normalized_value: normalizedValue(type, value) })
}

/** Deletes a contact of a locked person; those behind it move up. */
export async function deleteContact(context: WriteContext, contact: ContactRow): Promise<undefined> {
  await contactStore.remove(context, contact.id)
  await closeGap(context, ownerOf(contact), contact.sort_order)
  return undefined
}
