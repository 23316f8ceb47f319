import { type SQL, sql } from 'drizzle-orm'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'

/**
 * SQL join of users with the permissions of their groups: `m` has user, tenant and member since; `g` has project and permissions.
 */
export const memberGrants = sql.raw(
  'group_members m join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id',
)

/**
 * SQL condition: the caller lacks a permission in a project, or uses a key without that scope. A null project is the whole
 * tenant.
 * Equivalent to `not commonhold_may_in`, without a function call for each permission of each group in a list.
 */
export const isBeyondCaller = (tenantId: SQL, permission: SQL, projectId: SQL): SQL =>
  sql`(not commonhold_in_scope(${permission}) or not exists (select from ${memberGrants}
    where m.user_id = current_setting('app.user_id', true) and m.tenant_id = ${tenantId}
      and g.project_id in ('', coalesce(${projectId}, '')) and g.permissions && array[${permission}, '*']))`

/** SQL condition: the user belongs to the tenant, which means to at least one group that is not archived. */
export const belongsTo = (userId: SQL, tenantId: SQL): SQL =>
  sql`exists (select from user_tenants t where t.user_id = ${userId} and t.tenant_id = ${tenantId} and t.is_member)`

/**
 * SQL condition: the user is an operator of the installation, which means all permissions in the root tenant.
 * A caller with an API key is never an operator, because a key cannot have all permissions.
 */
export const isOperatorSql = (userId: SQL): SQL =>
  sql`exists (select from ${memberGrants} and g.project_id = ''
    where m.user_id = ${userId} and m.tenant_id = ${sql.raw(`'${ROOT_TENANT_ID}'`)} and g.permissions && array['*']
      and not (commonhold_has_key() and m.user_id = current_setting('app.user_id', true)))`
