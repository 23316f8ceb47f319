import { sql } from 'drizzle-orm'
import { tenancySettings } from './database.ts'
import { sqlStatement } from './statement.ts'

/** Selects the tenant `tenant_id` for the rest of the transaction. */
export const selectTenant = sqlStatement<unknown>(
  sql`select commonhold_select_tenant(${sql.placeholder('tenant_id')})`,
)

/** Deselects the tenant: the transaction then sees no tenant's rows. */
export const leaveTenant = sqlStatement<unknown>(
  sql`select ${sql.join(
    Object.entries(tenancySettings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
    sql`, `,
  )}`,
)
