import type { Reader } from '../kernel/statement.ts'
import type { IdentityRow } from './identities.repository.ts'
import { identityStore } from './identities.store.ts'

const hidden = {
  last_name: null,
  first_name: null,
  middle_name: null,
  prefix: null,
  suffix: null,
  display_name: null,
  valid_from_date: null,
  valid_to_date: null,
}

/** An identity that the caller has written, without the members that he may not read. */
export async function identityAnswer(tx: Reader, written: IdentityRow) {
  const found = await identityStore.find(tx, written.id)
  return found ?? { ...written, ...hidden, redacted: Object.keys(hidden) }
}
