import { sql } from 'drizzle-orm'
import { tenancySettings } from './database.ts'
import { sqlStatement } from './statement.ts'

/** Enters the tenant `tenant_id` for the rest of the transaction. */
export const selectTenant = sqlStatement<unknown>(
  sql`select commonhold_select_tenant(${sql.placeholder('tenant_id')})`,
)

/** Leaves the tenant that the transaction entered: it sees no tenant's rows any more. */
export const leaveTenant = sqlStatement<unknown>(
  sql`select ${sql.join(
    Object.entries(tenancySettings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
    sql`, `,
  )}`,
)
