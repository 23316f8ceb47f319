import { type SQL, sql } from 'drizzle-orm'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'

/** The permissions of users by group: `m` has the user, the tenant and since when, `g` the project and the permissions. */
export const heldGrants = sql.raw(
  'group_members m join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id',
)

/**
 * True where the caller does not hold a permission in a project, or uses a key without that scope; null is the whole tenant.
 * It says what `not commonhold_may_in` says, without a call of a function for each permission of each group in a list.
 */
export const isBeyondCaller = (tenantId: SQL, permission: SQL, projectId: SQL): SQL =>
  sql`(not commonhold_in_scope(${permission}) or not exists (select from ${heldGrants}
    where m.user_id = current_setting('app.user_id', true) and m.tenant_id = ${tenantId}
      and g.project_id in ('', coalesce(${projectId}, '')) and g.permissions && array[${permission}, '*']))`

/** True for a user who belongs to a tenant: some group that is not archived has the user as a member. */
export const belongsTo = (userId: SQL, tenantId: SQL): SQL =>
  sql`exists (select from user_tenants t where t.user_id = ${userId} and t.tenant_id = ${tenantId} and t.is_member)`

/**
 * True for an operator of the installation: a user who may do everything in the root tenant. The caller of a request with an
 * API key is none, because a key is never given everything.
 */
export const isOperatorSql = (userId: SQL): SQL =>
  sql`exists (select from ${heldGrants} and g.project_id = ''
    where m.user_id = ${userId} and m.tenant_id = ${sql.raw(`'${ROOT_TENANT_ID}'`)} and g.permissions && array['*']
      and not (commonhold_has_key() and m.user_id = current_setting('app.user_id', true)))`
