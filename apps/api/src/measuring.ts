import type { Logger } from 'pino'
import type { ReadPools } from './auth/authorize.ts'
import type { PasswordHasher } from './auth/passwords/hasher.ts'
import type { ConnectionPool } from './db/connection-pool.ts'
import type { ReadReplica } from './db/read-replica.ts'
import { transact } from './http/service.ts'
import type { Waiters } from './http/waiters.ts'
import { Metrics } from './metrics/metrics.ts'
import { readStored, readTransactions } from './metrics/readings.repository.ts'
import { watchReadings } from './metrics/watched-readings.ts'

interface Measured {
  readonly connections: ConnectionPool
  readonly pools: ReadPools
  readonly hasher: PasswordHasher
  readonly waiters: Waiters
  readonly replica: ReadReplica | undefined
  readonly log: Logger
}

/** The metrics of this process. Values are read from its parts and its database whenever the metrics are requested. */
export function metricsOf({ connections, pools, hasher, waiters, replica, log }: Measured): Metrics {
  const stored = watchReadings(() => transact(connections, readStored), log)
  const transactions = watchReadings(() => transact(connections, readTransactions), log)
  return new Metrics(async () => {
    const [isDatabaseUp, ...read] = await Promise.all([pools.read.isAnswering(), stored(), transactions()])
    return {
      connections: connections.usage,
      reads: Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, pool.inFlight])),
      hashes: { waiting: hasher.waiting, computed: hasher.runs },
      waiters: waiters.byForm,
      replica: replica && { lagSeconds: replica.lag / 1_000, reads: replica.reads },
      isDatabaseUp,
      stored: read[0],
      transactions: read[1],
    }
  })
}
