import type { WriteContext } from '../store/context.ts'
import { type Owner, orderedContacts, writeOrder } from './contacts.repository.ts'
import { wholeOrder } from './contacts.rules.ts'

/** Moves a new contact, the last one of its owner, to a position among those that the caller may read. */
export async function placeContact(
  context: WriteContext,
  owner: Owner,
  id: string,
  place: number,
): Promise<void> {
  const present = await orderedContacts(context.tx, owner)
  const others = present.filter((one) => one.is_readable && one.id !== id).map((one) => one.id)
  const isReadable = present.some((one) => one.is_readable && one.id === id)
  if (!isReadable || place >= others.length) return
  await writeOrder(context, owner, wholeOrder(present, others.toSpliced(place, 0, id)))
}
