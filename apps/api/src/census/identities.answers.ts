import { redact } from '../kernel/redact.ts'
import type { Reader } from '../kernel/statement.ts'
import type { IdentityRow } from './identities.repository.ts'
import { identityStore } from './identities.store.ts'

const hidden = [
  'last_name',
  'first_name',
  'middle_name',
  'prefix',
  'suffix',
  'display_name',
  'valid_from_date',
  'valid_to_date',
] as const

/** An identity that the caller has written, without the members that they may not read. */
export async function identityAnswer(tx: Reader, written: IdentityRow) {
  const found = await identityStore.find(tx, written.id)
  return found ?? redact(written, hidden)
}
