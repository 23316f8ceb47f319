import { sql } from 'drizzle-orm'
import { sqlStatement } from './statement.ts'

/** Enters the tenant `tenant_id` for the rest of the transaction. */
export const selectTenant = sqlStatement<unknown>(
  sql`select commonhold_select_tenant(${sql.placeholder('tenant_id')})`,
)
