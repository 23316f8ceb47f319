import { sql } from 'drizzle-orm'
import { tenants } from '../db/tenants.table.ts'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { belongsTo, isOperatorSql } from './grants.repository.ts'

/** Computed members of a tenant. */
export const computedColumns = {
  // The group is created with the tenant; the column is null only until then.
  users_group_id: sql<string>`tenants.users_group_id`.as('users_group_id'),
  member_count:
    sql<number>`(select count(*)::int from user_tenants t where t.tenant_id = tenants.id and t.is_member)`.as(
      'member_count',
    ),
}

export const tenantStore = new Store({
  table: tenants,
  record: 'tenant',
  kind: 'global',
  computed: computedColumns,
  searched: [tenants.name, tenants.slug, tenants.description],
})

const isMine = belongsTo(sql`${sql.placeholder('user_id')}`, sql`tenants.id`)

/** SQL condition: the user of the statement is an operator of the installation. */
export const isOperator = isOperatorSql(sql`${sql.placeholder('user_id')}`)

/** The tenants that a user belongs to. */
export const tenantsOfUser = (userId: string): Scope => ({
  name: 'of user',
  condition: isMine,
  values: { user_id: userId },
})

/** The tenants that a user may see: those that the user belongs to; all for an operator. */
export const visibleTenants = (userId: string): Scope => ({
  name: 'seen by user',
  condition: sql`(${isMine} or ${isOperator})`,
  values: { user_id: userId },
})
