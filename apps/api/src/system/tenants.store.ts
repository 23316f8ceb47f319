import { sql } from 'drizzle-orm'
import type { Scope } from '../kernel/listing.ts'
import { Store } from '../kernel/store.ts'
import { tenants } from '../kernel/tenants.table.ts'

/** Members of a tenant that are worked out. */
export const workedOut = {
  // Made with the tenant, and only empty until then.
  users_group_id: sql<string>`tenants.users_group_id`.as('users_group_id'),
  member_count:
    sql<number>`(select count(*)::int from effective_permissions e where e.tenant_id = tenants.id and e.project_id = '')`.as(
      'member_count',
    ),
}

export const tenantStore = new Store({
  table: tenants,
  record: 'tenant',
  kind: 'global',
  derived: workedOut,
  searched: [tenants.name, tenants.slug, tenants.description],
})

const isMine = sql`exists (select 1 from effective_permissions e where e.user_id = ${sql.placeholder('user_id')} and e.tenant_id = tenants.id and e.project_id = '')`

/** That the user may do everything in the root tenant, and so is an operator of the installation. */
export const isOperator = sql`exists (select 1 from effective_permissions o join tenants root on root.id = o.tenant_id and root.is_root
  where o.user_id = ${sql.placeholder('user_id')} and o.project_id = '' and o.permissions && array['*'])`

/** The tenants that a user belongs to. */
export const tenantsOfUser = (userId: string): Scope => ({
  name: 'of user',
  condition: isMine,
  values: { user_id: userId },
})

/** The tenants that a user sees: the user's own, and to an operator all. */
export const tenantsSeenBy = (userId: string): Scope => ({
  name: 'seen by user',
  condition: sql`(${isMine} or ${isOperator})`,
  values: { user_id: userId },
})
