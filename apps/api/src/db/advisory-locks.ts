import { sql } from 'drizzle-orm'
import { sqlStatement } from './statement.ts'
import type { Transaction } from './transaction.ts'

const what = sql.placeholder('what')
const ofTenant = sql`hashtextextended(current_setting('app.tenant_id') || ' ' || ${what}, 0)`
const take = sqlStatement<unknown>(sql`select pg_advisory_xact_lock(${ofTenant})`)
const share = sqlStatement<unknown>(sql`select pg_advisory_xact_lock_shared(${ofTenant})`)
const takeOfAll = sqlStatement<unknown>(sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`)

/** Transactions of a tenant that want the same wait for each other, from here to their end. */
export const lockAdvisory = (tx: Transaction, what: string): Promise<unknown> => tx.run(take, { what })

/** Waits for who has taken its turn, and keeps others from taking theirs; any number may share it. */
export const lockAdvisoryShared = (tx: Transaction, what: string): Promise<unknown> => tx.run(share, { what })

/** As `lockAdvisory`, among the transactions of all tenants. */
export const lockAcrossTenants = (tx: Transaction, what: string): Promise<unknown> =>
  tx.run(takeOfAll, { what })
