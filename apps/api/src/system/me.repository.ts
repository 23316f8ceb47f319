import type { Group } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { belongsTo, memberGrants } from './grants.repository.ts'

const permissions = sqlStatement<{ project_id: string; permissions: Group['permissions'] }>(sql`
  select g.project_id, coalesce(array_agg(distinct p.permission) filter (where p.permission is not null), '{}') as permissions
    from ${memberGrants} left join lateral (
      select granted.permission from unnest(g.permissions) granted (permission) where not commonhold_has_key()
      union all
      select scope from unnest(nullif(current_setting('app.scopes', true), '')::text[]) scope
       where g.permissions && array[scope, '*']
    ) p on true
   where m.user_id = ${sql.placeholder('user_id')} and m.tenant_id = ${tenantId}
   group by g.project_id order by g.project_id`)

/**
 * The caller's permissions in the selected tenant, limited to the scopes of the API key if there is one. An empty `project_id` is the whole
 * tenant.
 */
export const permissionsOf = (reader: Reader, userId: string) => reader.run(permissions, { user_id: userId })

const joined = sqlStatement<{ id: string; archived_at: string | null }>(sql`
  select tenants.id, tenants.archived_at from tenants
   where tenants.id = ${sql.placeholder('tenant_id')} and ${belongsTo(sql`${sql.placeholder('user_id')}`, sql`tenants.id`)}`)

/** A tenant that the user is a member of, archived or not; undefined for any other. */
export const ownTenant = (reader: Reader, userId: string, tenantId: string) =>
  reader.first(joined, { user_id: userId, tenant_id: tenantId })
