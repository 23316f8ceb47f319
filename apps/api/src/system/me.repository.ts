import type { Group } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../kernel/statement.ts'

const held = sqlStatement<{ project_id: string; permissions: Group['permissions'] }>(sql`
  select project_id, permissions from effective_permissions
   where user_id = ${sql.placeholder('user_id')} and tenant_id = ${sql.placeholder('tenant_id')} order by project_id`)

/** What a user may do in a tenant: in the whole of it (`project_id` is empty), and in single projects. */
export const permissionsOf = (reader: Reader, userId: string, tenantId: string) =>
  reader.run(held, { user_id: userId, tenant_id: tenantId })

const joined = sqlStatement<{ id: string; archived_at: string | null }>(sql`
  select t.id, t.archived_at from effective_permissions e join tenants t on t.id = e.tenant_id
   where e.user_id = ${sql.placeholder('user_id')} and e.tenant_id = ${sql.placeholder('tenant_id')} and e.project_id = ''`)

/** A tenant as far as the user belongs to it. */
export const ownTenant = (reader: Reader, userId: string, tenantId: string) =>
  reader.first(joined, { user_id: userId, tenant_id: tenantId })
