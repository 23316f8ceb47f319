import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { memberGrants } from './grants.repository.ts'

const at = sql.placeholder

/** The permissions that let users of a tenant manage the accounts that it created. */
export type ManagePermission = 'users:write' | 'users:delete'

const otherMembership = sqlStatement<{ is_member: boolean }>(
  sql`select commonhold_is_member_outside(${tenantId}, ${at('user_id')}) as is_member`,
)
const missing = sqlStatement<{ missing: string | null }>(sql`
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
     where not commonhold_in_scope(x.permission) or not exists (select from ${memberGrants}
       where m.user_id = ${at('actor_id')} and m.tenant_id = ${tenantId}
         and g.project_id in ('', x.project_id) and g.permissions && array[x.permission, '*'])
     order by x.place, x.permission collate "C" limit 1
  ) as missing from users u where u.id = ${at('user_id')} and u.managed_by_tenant_id = ${tenantId}`)

/** True when the user is in a group of another tenant, archived groups included, because each can be restored. */
export const isMemberOfOtherTenant = async (reader: Reader, userId: string): Promise<boolean> =>
  (await reader.first(otherMembership, { user_id: userId }))?.is_member ?? false

/**
 * The first permission that the actor lacks to manage an account that the selected tenant created: the given one, or one that the
 * account has there. Archived groups count, because a user who sets the password can act as the account. Returns no row for any
 * other account.
 */
export const missingToManage = (
  reader: Reader,
  values: { readonly user_id: string; readonly actor_id: string; readonly permission: ManagePermission },
) => reader.first(missing, values)
