import { problem } from '../base/problem.ts'
import type { Reader } from '../db/statement.ts'
import { redact } from '../store/redact.ts'
import type { IdentityPath, IdentityRow } from './identities.repository.ts'
import { identityStore, ownIdentityStore } from './identities.store.ts'

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

/** An identity that the caller has written; members that the caller may not read are redacted. */
export async function identityAnswer(tx: Reader, written: IdentityRow) {
  const found = await identityStore.find(tx, written.id)
  return found ?? redact(written, hidden)
}

/** The identity of the path. For an identity that the caller created but may not read, the names are redacted. */
export async function readIdentity(reader: Reader, { person_id, identity_id }: IdentityPath) {
  const found = await identityStore.find(reader, identity_id)
  const identity = found ?? redact(await ownIdentityStore.get(reader, identity_id), hidden)
  if (person_id !== undefined && identity.person_id !== person_id) throw problem('not_found')
  return identity
}
