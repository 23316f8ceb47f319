import type { Group } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { belongsTo, heldGrants } from './grants.ts'

const held = sqlStatement<{ project_id: string; permissions: Group['permissions'] }>(sql`
  select g.project_id, coalesce(array_agg(distinct p.permission) filter (where p.permission is not null), '{}') as permissions
    from ${heldGrants} left join lateral unnest(g.permissions) p (permission) on true
   where m.user_id = ${sql.placeholder('user_id')} and m.tenant_id = ${sql.placeholder('tenant_id')}
   group by g.project_id order by g.project_id`)

/** A user's permissions in a tenant: in the whole tenant (`project_id` is empty), and in single projects. */
export const permissionsOf = (reader: Reader, userId: string, tenantId: string) =>
  reader.run(held, { user_id: userId, tenant_id: tenantId })

const joined = sqlStatement<{ id: string; archived_at: string | null }>(sql`
  select tenants.id, tenants.archived_at from tenants
   where tenants.id = ${sql.placeholder('tenant_id')} and ${belongsTo(sql`${sql.placeholder('user_id')}`, sql`tenants.id`)}`)

/** A tenant as a member sees it. */
export const ownTenant = (reader: Reader, userId: string, tenantId: string) =>
  reader.first(joined, { user_id: userId, tenant_id: tenantId })
