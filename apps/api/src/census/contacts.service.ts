import type { ContactCreate, ContactUpdate } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { isSameAsStored } from '../base/same-value.ts'
import { ignoreUnhandled, inOrder } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { assertNotAhead } from '../store/moments.ts'
import { placeContact } from './contact-placing.service.ts'
import { closeGap, hasContact, nextPlace, type Owner, placeWorkContacts } from './contacts.repository.ts'
import { normalizedValue, repeatedAt } from './contacts.rules.ts'
import { contactStore, ownContactStore } from './contacts.store.ts'

/** A contact as it is stored. */
export type ContactRow = Awaited<ReturnType<typeof contactStore.get>>

/** The person or the identity that a contact belongs to. */
export const ownerOf = ({ person_id, identity_id }: ContactRow): Owner =>
  person_id === null ? { identity_id: identity_id ?? '' } : { person_id }

const alreadyExists = (field: string) =>
  problem(
    'already_exists',
    { field },
    'Another contact of the owner has the same type and value. Use that contact or choose another value.',
  )

/** Rejects a value that another contact of the owner has. Contacts that the caller may not read do not count. */
async function assertNew({ tx }: WriteContext, owner: Owner, type: string, normalized_value: string) {
  if (await hasContact(tx, owner, { type, normalized_value })) throw alreadyExists('value')
}

/**
 * Adds a contact at its `sort_order`, or else after the owner's other contacts. `owned` is the pending lock of the person, which
 * was sent before.
 */
export async function addContact(
  context: WriteContext,
  owned: Promise<unknown>,
  owner: Owner,
  { sort_order: place, ...body }: ContactCreate,
) {
  const last = ignoreUnhandled(nextPlace(context.tx, owner))
  const normalized_value = normalizedValue(body.type, body.value)
  assertNotAhead('verified_at', body.verified_at ?? undefined, context.clock)
  const checked = ignoreUnhandled(assertNew(context, owner, body.type, normalized_value))
  await owned
  await checked
  const sort_order = await last
  const [contact] = await inOrder([
    contactStore.insert(context, { ...body, ...owner, normalized_value, sort_order }),
    placeWorkContacts(context.tx, owner),
  ])
  if (place === undefined) return contact
  await placeContact(context, owner, contact.id, place)
  return ownContactStore.get(context.tx, contact.id)
}

/**
 * Adds the contacts of a person that this transaction created and that no other transaction can see. Their statements are sent
 * immediately.
 */
export async function addFirstContacts(
  context: WriteContext,
  person_id: string,
  bodies: readonly Omit<ContactCreate, 'sort_order'>[],
): Promise<void> {
  const normalized = bodies.map(({ type, value, verified_at }, at) => {
    assertNotAhead(`/contacts/${at}/verified_at`, verified_at ?? undefined, context.clock)
    return { type, normalized_value: normalizedValue(type, value, `/contacts/${at}/value`) }
  })
  const repeated = repeatedAt(normalized)
  if (repeated !== undefined) throw alreadyExists(`contacts.${repeated}.value`)
  const inserted = bodies.map((body, at) =>
    contactStore.insert(context, { ...body, ...normalized[at], person_id, sort_order: at }),
  )
  await Promise.all([...inserted, placeWorkContacts(context.tx, { person_id })])
}

/** Changes a locked contact. Its value must match its type. */
export async function changeContact(context: WriteContext, before: ContactRow, body: ContactUpdate) {
  const { type, value } = { ...before, ...body }
  const normalized_value = normalizedValue(type, value)
  const owner = ownerOf(before)
  const { verified_at } = body
  if (!isSameAsStored(verified_at, before.verified_at))
    assertNotAhead('verified_at', verified_at ?? undefined, context.clock)
  const isOther = type !== before.type || normalized_value !== before.normalized_value
  if (isOther) await assertNew(context, owner, type, normalized_value)
  // The verification was about the former value.
  const verification =
    isOther && (verified_at === undefined || isSameAsStored(verified_at, before.verified_at))
      ? { verified_at: null }
      : {}
  const [contact] = await inOrder([
    contactStore.update(context, before, { ...body, normalized_value, ...verification }),
    placeWorkContacts(context.tx, owner),
  ])
  return contact
}

/** Deletes a contact of a locked person; the following ones move up. */
export async function deleteContact(context: WriteContext, contact: ContactRow): Promise<undefined> {
  const owner = ownerOf(contact)
  await ownContactStore.remove(context, contact.id)
  await inOrder([closeGap(context, owner, contact.sort_order), placeWorkContacts(context.tx, owner)])
  return undefined
}
