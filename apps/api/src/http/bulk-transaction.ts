import { sql } from 'drizzle-orm'
import type { AuthorizedTransaction } from '../auth/authorize.ts'
import { isOtherTenant } from '../auth/expected-tenant.ts'
import { BULK_DEADLINE, Deadline } from '../base/deadline.ts'
import { isTransient } from '../db/database-errors.ts'
import { sqlStatement } from '../db/statement.ts'
import { ItemFailed, type RunItems, runWithoutSavepoints, runWithSavepoints } from './bulk-items.ts'
import type { BulkRun } from './bulk-operations.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { authorizedBy } from './request-contexts.ts'
import { transactWith } from './service.ts'

/** Work of a bulk request in one transaction; `runItems` runs its items with or without savepoints. */
export type BulkWork<T> = (tx: AuthorizedTransaction, runItems: RunItems) => Promise<T>

/** The number of rounds after serialization failures and deadlocks; each round has as many tries as a single write. */
const ROUNDS = 5

/** Limits the bulk transactions of this process, so that connections remain for single requests. */
const limit = new ConcurrencyLimit(4)

/** A bulk transaction may wait for the locks of another one, which last until all of its items have run. */
const waitLonger = sqlStatement(
  sql`select set_config('lock_timeout', '10s', true), set_config('statement_timeout', '12s', true)`,
)

/**
 * Runs work in a transaction without savepoints, which is fast. If an item fails, runs it again in a transaction with
 * savepoints, which finds every item that fails.
 */
export async function transactItems<T>(run: BulkRun, milliseconds: number, work: BulkWork<T>): Promise<T> {
  try {
    return await inTransaction(run, milliseconds, (tx) => work(tx, runWithoutSavepoints))
  } catch (error) {
    if (!(error instanceof ItemFailed)) throw error
    return inTransaction(run, milliseconds, (tx) => work(tx, runWithSavepoints))
  }
}

/** Runs work in a transaction with the authorization of the bulk request; its items authorize themselves. */
export function inTransaction<T>(
  { service, endpoint, request, token, countItems, deadline: whole }: BulkRun,
  milliseconds: number,
  work: (tx: AuthorizedTransaction) => Promise<T>,
): Promise<T> {
  const open = authorizedBy(endpoint, request, token)
  const within = (most: number) => new Deadline(Math.min(most, whole.remaining))
  return limit.run(within(BULK_DEADLINE), async () => {
    const deadline = within(milliseconds)
    for (let round = 1; ; round += 1) {
      try {
        return await transactWith(service.connections, deadline, open, async (tx) => {
          countItems((await tx.authorized()).tenantId)
          void tx.run(waitLonger)
          return work(tx)
        })
      } catch (error) {
        if (round === ROUNDS || !isTransient(error) || isOtherTenant(error)) throw error
      }
    }
  })
}
