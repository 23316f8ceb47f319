import { sql } from 'drizzle-orm'
import { sqlStatement } from './statement.ts'
import { tenantId } from './tenant.ts'
import type { Transaction } from './transaction.ts'

const what = sql.placeholder('what')
const ofTenant = sql`hashtextextended(${tenantId} || ' ' || ${what}, 0)`
const lockExclusive = sqlStatement<unknown>(sql`select pg_advisory_xact_lock(${ofTenant})`)
const lockShared = sqlStatement<unknown>(sql`select pg_advisory_xact_lock_shared(${ofTenant})`)
const lockExclusiveAcross = sqlStatement<unknown>(
  sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`,
)

/**
 * Acquires an exclusive advisory lock in the tenant: transactions that lock the same name wait until this one ends. It need not
 * be awaited: statements that are sent after it run once the lock is acquired, and see what others have committed until then.
 */
export const lockAdvisory = (tx: Transaction, what: string): Promise<unknown> =>
  tx.run(lockExclusive, { what })

/** Acquires a shared advisory lock: it waits for exclusive locks and blocks them, but not other shared locks. */
export const lockAdvisoryShared = (tx: Transaction, what: string): Promise<unknown> =>
  tx.run(lockShared, { what })

/** Like `lockAdvisory`, but across all tenants. */
export const lockAcrossTenants = (tx: Transaction, what: string): Promise<unknown> =>
  tx.run(lockExclusiveAcross, { what })
