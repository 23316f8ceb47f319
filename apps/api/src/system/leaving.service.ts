import { problem } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { lockKey, revokeKey } from './api-keys.repository.ts'
import { lockGroupsShared } from './groups.repository.ts'
import { invitationStore, revokeInvitation } from './invitations.store.ts'
import { lockInvitationsOfFormerMembers, lockKeysOfFormerMembers } from './leaving.repository.ts'
import { isActiveMember } from './member-references.repository.ts'

/**
 * Ends the access of users who are in no group of the selected tenant after memberships were removed. Their API keys there are
 * revoked, and so are their open invitations. The groups must be locked.
 */
export async function endAccessOfFormerMembers(
  context: WriteContext,
  userIds: readonly string[],
): Promise<void> {
  const anyVersion = { ...context, ifMatch: undefined }
  for (const { id, user_id } of await lockKeysOfFormerMembers(context.tx, userIds))
    await revokeKey(context, await lockKey(anyVersion, user_id, id))
  for (const { id } of await lockInvitationsOfFormerMembers(context.tx, userIds))
    await revokeInvitation(context, await invitationStore.lock(anyVersion, id))
}

/**
 * Locks the membership of the caller in the selected tenant until the transaction ends. Throws if the caller has left it
 * meanwhile.
 */
export async function lockMembershipShared({ tx, actor }: WriteContext): Promise<void> {
  lockGroupsShared(tx)
  if (!(await isActiveMember(tx, actor.userId))) throw problem('tenant_access_denied')
}
