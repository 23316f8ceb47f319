import type { Logger } from 'pino'
import type { ApiKeys } from '../auth/api-keys.ts'
import type { ReadPools } from '../auth/authorize.ts'
import { isOtherTenant, TRIES_OF_TENANT } from '../auth/expected-tenant.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Clock } from '../base/clock.ts'
import { CONNECTION_DEADLINE, Deadline, within } from '../base/deadline.ts'
import type { QuotaGate } from '../base/quota-gate.ts'
import type { Connection } from '../db/connection.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { TransactionConnection } from '../db/database.ts'
import { transactionHead } from '../db/database.ts'
import { isTransient, isUnavailable } from '../db/database-errors.ts'
import type { ReadReplica } from '../db/read-replica.ts'
import { Transaction } from '../db/transaction.ts'
import type { IncludedRecords } from '../store/briefs.ts'
import type { News } from './news.ts'
import type { OutageLog } from './outage-log.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RunningExports } from './running-exports.ts'
import type { Waiters } from './waiters.ts'

/** Counts requests. */
export interface RequestMetrics {
  request(operation: string, status: number, milliseconds: number): void
  unrouted(status: number): void
}

/** What the pipeline needs to serve requests. */
export interface Service {
  readonly connections: ConnectionPool
  readonly pools: ReadPools
  /** The replica for reads, if one is configured. */
  readonly replica: ReadReplica | undefined
  readonly tokens: Tokens
  readonly apiKeys: ApiKeys
  readonly rateLimit: RateLimit
  readonly quotas: QuotaGate
  readonly included: IncludedRecords
  readonly exports: RunningExports
  readonly news: News
  readonly waiters: Waiters
  readonly clock: Clock
  readonly log: Logger
  readonly outages: OutageLog
  /** Counts requests; undefined when there are no metrics. */
  readonly metrics: RequestMetrics | undefined
  /** The number of proxies in front whose X-Forwarded-For entries are trusted. */
  readonly trustProxy: number
  /** The URL under which callers reach the service, when it differs from where it listens. */
  readonly publicUrl: string | undefined
  /** True once the service is shutting down. */
  isDraining(): boolean
  /** True once the database is migrated. */
  isPrepared(): boolean
}

const TRIES = 3

type Open<T extends Transaction> = (connection: TransactionConnection, head: string) => T

const openPlain: Open<Transaction> = (connection, head) => new Transaction(connection, head)

/**
 * Runs work in one transaction on one connection; commits when it resolves and rolls back when it rejects. Waiting for the
 * connection and all attempts share one deadline: that of the request, if there is one. Serialization failures and deadlocks
 * are retried, because no response has been sent yet. A transaction is also retried when its session has selected another
 * tenant.
 */
export async function transact<T>(
  connections: ConnectionPool,
  work: (tx: Transaction) => Promise<T>,
  deadline = new Deadline(),
): Promise<T> {
  return transactWith(connections, deadline, openPlain, work)
}

/** Like `transact`, in a transaction of a subclass. */
export async function transactWith<X extends Transaction, T>(
  connections: ConnectionPool,
  deadline: Deadline,
  open: Open<X>,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  let [failures, tenants] = [0, 0]
  for (;;) {
    try {
      return await once(connections, deadline, open, work)
    } catch (error) {
      if (!isTransient(error)) throw error
      if (isOtherTenant(error)) tenants += 1
      else failures += 1
      if (failures === TRIES || tenants === TRIES_OF_TENANT) throw error
    }
  }
}

async function once<X extends Transaction, T>(
  connections: ConnectionPool,
  deadline: Deadline,
  open: Open<X>,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  deadline.assertOpen()
  const connection = await acquireFit(connections, deadline)
  let usable = true
  const tx = open(connection, transactionHead(connections.target))
  try {
    return await deadline.limit(
      work(tx).then(async (result) => {
        await tx.commit()
        return result
      }),
    )
  } catch (error) {
    usable = !(tx.isBroken || isUnavailable(error)) && (await isRolledBack(tx))
    throw error
  } finally {
    connections.release(connection, usable)
  }
}

/** A connection whose role and limits are confirmed before any other statement is sent on it. */
async function acquireFit(connections: ConnectionPool, deadline: Deadline): Promise<Connection> {
  const connection = await connections.acquire(Math.min(CONNECTION_DEADLINE, deadline.remaining))
  if (connection.isFit) return connection
  try {
    await deadline.limit(connection.check())
    return connection
  } catch (error) {
    connections.release(connection, false)
    throw error
  }
}

/** False when the rollback fails or takes longer than a second; the connection is then closed. */
function isRolledBack(tx: Transaction): Promise<boolean> {
  return within(1_000, tx.rollback()).then(
    () => true,
    () => false,
  )
}
