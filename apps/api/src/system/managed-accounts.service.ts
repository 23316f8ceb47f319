import { problem } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import {
  isMemberOfOtherTenant,
  type ManagePermission,
  missingToManage,
} from './managed-accounts.repository.ts'
import { assertNoServiceAccount } from './service-accounts.repository.ts'
import { isOperatorNow } from './tenants.repository.ts'

/**
 * Throws 403 if the caller may not manage another user's account. Operators may. So may a user of the selected tenant when the
 * tenant created the account, the account belongs to no other tenant, and the user has the permission and all permissions of the
 * account there.
 */
export async function assertManagesAccount(
  { tx, actor }: Pick<WriteContext, 'tx' | 'actor'>,
  userId: string,
  permission: ManagePermission,
): Promise<void> {
  await assertNoServiceAccount(tx, userId)
  if (await isOperatorNow(tx, actor.userId)) return
  const managed = await missingToManage(tx, { user_id: userId, actor_id: actor.userId, permission })
  const isInOtherTenant = managed && (await isMemberOfOtherTenant(tx, userId))
  if (!managed || isInOtherTenant)
    throw problem(
      'permission_denied',
      { required_permission: '*' },
      'Accounts belong to their users: only they and operators of the installation can change them.',
    )
  if (managed.missing === null) return
  throw problem(
    'permission_denied',
    { required_permission: managed.missing },
    managed.missing === permission
      ? `To manage accounts that the tenant created, you need ${permission}.`
      : `The account has ${managed.missing} in this tenant, which you do not have. Ask a user who has it.`,
  )
}
