import { operationGroups } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { implement } from '../store/implement.ts'
import { assertPermission } from '../store/permissions.ts'
import { assertFirstVersion } from './first-version.rules.ts'
import { assertMayRemoveFrom, assertOwnerLeft, hasOwner, lockGroups } from './groups.repository.ts'
import { groupsOfMember, isSelf, removeMember } from './members.repository.ts'
import { assertNoServiceAccount } from './service-accounts.repository.ts'

export const memberHandlers = implement(operationGroups.members, {
  delete: async ({ params }, context) => {
    const { tx } = context
    const { user_id } = params
    lockGroups(tx)
    await context.tenantId()
    const isLeaving = await isSelf(tx, user_id)
    if (!isLeaving) await assertPermission(tx, 'groups:write')
    const groupIds = await groupsOfMember(tx, user_id)
    if (groupIds.length === 0) throw problem('not_found')
    assertFirstVersion(context.ifMatch)
    await assertNoServiceAccount(tx, user_id)
    if (!isLeaving) for (const groupId of groupIds) await assertMayRemoveFrom(tx, groupId)
    const hadOwner = await hasOwner(tx)
    await removeMember(context, user_id)
    await assertOwnerLeft(tx, hadOwner)
    return undefined
  },
})
