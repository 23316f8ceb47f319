import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'
import { Refusal } from '../base/refusal.ts'
import { BACKUP_ROLE } from './backup-role.ts'

/**
 * Waits until all transactions that are running now have ended, including those that have not written anything yet. Transactions
 * of the role for backups are ignored. Rejects with a `Refusal` after `patience` milliseconds.
 */
export async function waitForEarlierTransactions(sql: postgres.Sql, patience = 60_000): Promise<void> {
  const limit = performance.now() + patience
  let running: readonly Running[] = await runningNow(sql)
  while (running.length > 0) {
    if (performance.now() > limit)
      throw new Refusal(
        `Transactions that began before the export are still running (process ${running.map(({ pid }) => pid).join(', ')} of PostgreSQL), and nothing was exported: try again when they have ended`,
      )
    await wait(50)
    const still = new Set((await runningNow(sql)).map(({ id }) => id))
    running = running.filter(({ id }) => still.has(id))
  }
}

interface Running {
  readonly id: string
  readonly pid: number
}

/** Each transaction holds a lock on its virtual id, and every role can read `pg_locks`. */
const runningNow = (sql: postgres.Sql) => sql<Running[]>`
  select l.virtualxid as id, l.pid
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'virtualxid' and l.virtualxid = l.virtualtransaction and l.pid <> pg_backend_pid()
     and a.datname = current_database() and a.usename <> ${BACKUP_ROLE}`
