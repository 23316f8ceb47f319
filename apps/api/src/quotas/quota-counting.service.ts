import type { Logger } from 'pino'
import { Deadline } from '../base/deadline.ts'
import { kindOfError } from '../base/kind-of-error.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Repetition, repeat } from '../http/rounds.ts'
import { transact } from '../http/service.ts'
import type { Limits } from './limits.rules.ts'
import { allowLongStatements, countRecords, newShares, tenantsToCount } from './quotas.repository.ts'

/** Milliseconds between rounds. */
const POLL = 20_000
/** The minimum number of seconds between two counts of a tenant. */
const PAUSE = 40
/** The pause after a count is at least this many times as long as the count took. */
const SHARE = 200
/** Milliseconds that one count may take. */
const LONGEST = 120_000

interface CountingServices {
  readonly connections: ConnectionPool
  readonly limits: Limits
  readonly log: Logger
}

/**
 * Counts the records of each tenant that has changed, about once a minute until it is stopped, and logs when a tenant has used 80
 * or 100 per cent of a quota. Large tenants are counted less often, so that each uses at most half a per cent of one connection.
 */
export function startQuotaCounting(
  { connections, limits, log }: CountingServices,
  poll = POLL,
  pause = PAUSE,
): Repetition {
  const warn = (error: unknown, tenant_id?: string) =>
    log.warn(
      { ...kindOfError(error), ...(tenant_id && { tenant_id }) },
      'counting the records of tenants failed',
    )
  /** The earliest time of the next count, by tenant. */
  const pausedUntil = new Map<string, number>()

  async function countTenant(tenantId: string): Promise<void> {
    const began = performance.now()
    const work = async (tx: Transaction) => {
      tx.selectTenant(tenantId)
      void allowLongStatements(tx, LONGEST)
      await countRecords(tx, limits)
    }
    await transact(connections, work, new Deadline(LONGEST)).catch((error: unknown) => warn(error, tenantId))
    const ended = performance.now()
    pausedUntil.set(tenantId, ended + (ended - began) * SHARE)
  }

  async function round(stopping: AbortSignal): Promise<boolean> {
    for (const tenantId of await transact(connections, (tx) => tenantsToCount(tx, pause))) {
      if (stopping.aborted) return false
      if ((pausedUntil.get(tenantId) ?? 0) <= performance.now()) await countTenant(tenantId)
    }
    for (const { tenant_id, name, share, before, limit, used } of await transact(connections, (tx) =>
      newShares(tx, limits),
    ))
      if (share > before)
        log.warn(
          { tenant_id, quota: name, used, limit },
          share === 100 ? 'a tenant has used up a quota' : 'a tenant has used 80 per cent of a quota',
        )
    return false
  }

  return repeat({ round, poll, onFailure: warn })
}
