import { invalid, problem } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { type IdentityRow, makeCurrent, type PersonRow } from './identities.repository.ts'
import { identityStore } from './identities.store.ts'

/** Makes another identity of a locked person the current one; the member `field` of the body refers to it. */
export async function chooseIdentity(
  context: WriteContext,
  person: PersonRow,
  { field, id }: { readonly field: string; readonly id: string },
): Promise<IdentityRow> {
  const identity = await identityStore.find(context.tx, id)
  if (identity?.person_id !== person.id)
    throw invalid({ field, code: 'reference_not_found', message: 'the person has no such identity' })
  if (identity.archived_at)
    throw problem('record_archived', {}, 'The identity is archived. Restore it first.')
  if (identity.deactivated_at) throw problem('identity_deactivated')
  return identity.is_current ? identity : makeCurrent(context, person, identity)
}

/** The same for a PATCH of the person, which may also send the current identity unchanged. */
export async function changeCurrentIdentity(
  context: WriteContext,
  person: PersonRow,
  id: string | null | undefined,
): Promise<void> {
  if (id === undefined || id === person.current_identity_id) return
  if (id !== null) {
    await chooseIdentity(context, person, { field: 'current_identity_id', id })
    return
  }
  throw invalid({
    field: 'current_identity_id',
    code: 'read_only',
    message:
      'is cleared by POST /persons/{person_id}/identities/{identity_id}/deactivate, or by archive of the identity',
  })
}
