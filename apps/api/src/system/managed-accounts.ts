import { sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { WriteContext } from '../store/context.ts'
import { heldGrants } from './grants.ts'
import { assertNoServiceAccount } from './service-accounts.repository.ts'
import { isOperatorNow } from './tenants.repository.ts'

const at = sql.placeholder

/** The permissions with which a tenant manages the accounts that it created. */
export type ManagePermission = 'users:write' | 'users:delete'

/** True when the user is in a group of another tenant, archived groups included, because each can be restored. */
const elsewhere = sqlStatement<{ is_member: boolean }>(
  sql`select commonhold_is_member_outside(${tenantId}, ${at('user_id')}) as is_member`,
)

/**
 * What the actor lacks to manage an account that the selected tenant created: the permission, or one that the account holds
 * there. Archived groups count, because whoever sets the password can act as the account. No row for any other account.
 */
const lacking = sqlStatement<{ missing: string | null }>(sql`
  with recursive above (id) as (
    select m.group_id from memberships m where m.tenant_id = ${tenantId} and m.user_id = ${at('user_id')}
    union
    select m.group_id from above a join memberships m on m.tenant_id = ${tenantId} and m.member_group_id = a.id
  )
  select (
    select x.permission from (
      select 0 as place, '' as project_id, ${at('permission')}::text as permission
      union all
      select 1, coalesce(g.project_id, ''), p.permission from above a
        join groups g on g.tenant_id = ${tenantId} and g.id = a.id cross join lateral unnest(g.permissions) p (permission)
    ) x
     where not commonhold_in_scope(x.permission) or not exists (select from ${heldGrants}
       where m.user_id = ${at('actor_id')} and m.tenant_id = ${tenantId}
         and g.project_id in ('', x.project_id) and g.permissions && array[x.permission, '*'])
     order by x.place, x.permission collate "C" limit 1
  ) as missing from users u where u.id = ${at('user_id')} and u.managed_by_tenant_id = ${tenantId}`)

/**
 * Rejects a caller who may not manage another user's account. Operators may. So may a user of the selected tenant when the
 * tenant created the account, the account belongs to no other tenant, and the user holds the permission and all permissions
 * of the account there.
 */
export async function assertManagesAccount(
  { tx, actor }: Pick<WriteContext, 'tx' | 'actor'>,
  userId: string,
  permission: ManagePermission,
): Promise<void> {
  await assertNoServiceAccount(tx, userId)
  if (await isOperatorNow(tx, actor.userId)) return
  const managed = await tx.first(lacking, { user_id: userId, actor_id: actor.userId, permission })
  const isElsewhere = managed && (await tx.first(elsewhere, { user_id: userId }))?.is_member
  if (!managed || isElsewhere)
    throw problem(
      'permission_denied',
      { required_permission: '*' },
      'Accounts belong to their users: only they and operators of the installation change them.',
    )
  if (managed.missing === null) return
  throw problem(
    'permission_denied',
    { required_permission: managed.missing },
    managed.missing === permission
      ? `To manage accounts that the tenant created, you need ${permission}.`
      : `The account holds ${managed.missing} in this tenant, which you do not hold. Ask a user who holds it.`,
  )
}
