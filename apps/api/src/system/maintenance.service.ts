import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { transact } from '../http/service.ts'
import { BATCH, batchDeletions } from './maintenance.repository.ts'

const HOUR = 3_600_000

/** Deletes expired rows immediately and then every hour. Several instances may do so at the same time. */
export function startMaintenance(connections: ConnectionPool, log: Logger): { stop(): void } {
  const sweep = async () => {
    for (const deleteBatch of batchDeletions) {
      let removed: number
      do removed = await transact(connections, deleteBatch)
      while (removed === BATCH)
    }
  }
  const run = () => {
    sweep().catch((error: unknown) => log.warn(kindOfError(error), 'deleting expired rows failed'))
  }
  run()
  const timer = setInterval(run, HOUR)
  return { stop: () => clearInterval(timer) }
}
