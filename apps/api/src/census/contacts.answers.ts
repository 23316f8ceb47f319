import { READ_SENSITIVE } from '@commonhold/contract'
import { mayIn } from '../kernel/held-permissions.ts'
import { redact } from '../kernel/redact.ts'
import type { Reader } from '../kernel/statement.ts'
import type { ContactRow } from './contacts.changes.ts'
import { contactStore, workContactStore } from './contacts.store.ts'

/** The contacts as the caller sees them. */
export const contactsFor = async (reader: Reader) =>
  (await mayIn(reader, READ_SENSITIVE, null)) ? contactStore : workContactStore

const hidden = ['value', 'normalized_value', 'label', 'verified_at', 'sort_order', 'is_primary'] as const

/** A contact that the caller has written, without the members that they may not read. */
export async function contactAnswer(tx: Reader, written: ContactRow) {
  const found = await (await contactsFor(tx)).find(tx, written.id)
  return found ?? redact(written, hidden)
}
