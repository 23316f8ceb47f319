import { type SQL, sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'
import { countedRecords } from './counted-records.rules.ts'

/** `user_tenants` also lists users who have left the tenant; they do not count. */
const countOf = (table: string): SQL => sql`
  (select count(*) from ${sql.identifier(table)}
    where tenant_id = ${tenantId} ${sql.raw(table === 'user_tenants' ? 'and is_member' : '')})`

/** A row for each quota of records: its name, and how many records the tenant has. */
export const recordCounts: SQL = sql.join(
  Object.entries(countedRecords).map(
    ([name, { tables }]) =>
      sql`select ${sql.raw(`'${name}'`)} as name, ${sql.join(tables.map(countOf), sql` + `)} as used`,
  ),
  sql` union all `,
)
