import { sql } from 'drizzle-orm'
import { tenancySettings } from './database.ts'
import { sqlStatement } from './statement.ts'

/** Row level security shows the rows of the tenant `tenant_id` for the rest of the transaction. */
export const enterTenant = sqlStatement<unknown>(
  sql`select commonhold_select_tenant(${sql.placeholder('tenant_id')})`,
)

/** From here on, row level security hides the rows of all tenants. */
export const leaveTenant = sqlStatement<unknown>(
  sql`select ${sql.join(
    Object.entries(tenancySettings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
    sql`, `,
  )}`,
)
