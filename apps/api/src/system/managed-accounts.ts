import { sql } from 'drizzle-orm'
import type { WriteContext } from '../kernel/context.ts'
import { problem } from '../kernel/problem.ts'
import { sqlStatement } from '../kernel/statement.ts'
import { heldGrants } from './grants.ts'
import { isOperatorNow } from './tenants.repository.ts'

const at = sql.placeholder
const tenant = sql.raw(`current_setting('app.tenant_id')`)

/** What looking after an account takes in the tenant that made it. */
export type LookingAfter = 'users:write' | 'users:delete'

/** True of an account, the row `u` of `users`, that the selected tenant made and that belongs to no other. */
const isManagedHere = sql`u.managed_by_tenant_id = ${tenant} and not exists (
  select from user_tenants t where t.user_id = u.id and t.is_member and t.tenant_id <> u.managed_by_tenant_id)`

/**
 * What the actor lacks to look after an account of the selected tenant: the permission, or one that the account holds there,
 * because who sets its password can act as it. No row for any other account.
 */
const lacking = sqlStatement<{ missing: string | null }>(sql`
  select (
    select x.permission from (
      select 0 as place, '' as project_id, ${at('permission')}::text as permission
      union all
      select 1, g.project_id, p.permission from ${heldGrants} cross join lateral unnest(g.permissions) p (permission)
       where m.user_id = u.id and m.tenant_id = ${tenant}
    ) x
     where not exists (select from ${heldGrants}
       where m.user_id = ${at('actor_id')} and m.tenant_id = ${tenant}
         and g.project_id in ('', x.project_id) and g.permissions && array[x.permission, '*'])
     order by x.place, x.permission collate "C" limit 1
  ) as missing from users u where u.id = ${at('user_id')} and ${isManagedHere}`)

/**
 * Refuses whoever does not look after somebody else's account: operators do, and in the selected tenant, where it made the
 * account and the account belongs to no other, who holds the permission and all that the account holds there.
 */
export async function assertLooksAfter(
  { tx, actor }: Pick<WriteContext, 'tx' | 'actor'>,
  userId: string,
  permission: LookingAfter,
): Promise<void> {
  if (await isOperatorNow(tx, actor.userId)) return
  const managed = await tx.first(lacking, { user_id: userId, actor_id: actor.userId, permission })
  if (!managed)
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
      ? `Looking after accounts that the tenant made takes ${permission}.`
      : `The account holds ${managed.missing} in this tenant, which you do not. Ask somebody who does.`,
  )
}
