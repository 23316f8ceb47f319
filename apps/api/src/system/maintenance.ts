import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { sqlStatement } from '../db/statement.ts'
import { transact } from '../http/service.ts'

const HOUR = 3_600_000

/** Rows deleted in one transaction, so that no statement runs into its time limit. */
const BATCH = 5_000

/** Deletes expired rows. Attempts that locked an account remain until it is unlocked. */
const sweeps = [
  ['idempotency_keys', "created_at < now() - interval '24 hours'"],
  ['attempts', "updated_at < now() - interval '1 day' and count < 100"],
  ['known_sources', "last_sign_in_at < now() - interval '30 days'"],
  [
    'mail_outbox',
    "created_at < now() - interval '7 days' and (sent_at is not null or given_up_at is not null)",
  ],
  ['mail_tokens', 'expires_at < now()'],
  ['sessions', "ends_at < now() - interval '30 days' or revoked_at < now() - interval '30 days'"],
].map(([table, condition]) =>
  sqlStatement<unknown>(
    sql.raw(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH})) returning 1`,
    ),
  ),
)

const sweepDeliveries = sqlStatement<{ removed: number }>(
  sql.raw(`select commonhold_delete_old_webhook_deliveries(${BATCH}) as removed`),
)

/** Deletes expired rows at once and then every hour; several instances may do so at the same time. */
export function startMaintenance(connections: ConnectionPool, log: Logger): { stop(): void } {
  const sweep = async () => {
    for (const statement of sweeps) {
      let removed: readonly unknown[]
      do removed = await transact(connections, (tx) => tx.run(statement))
      while (removed.length === BATCH)
    }
    let removed: number
    do removed = (await transact(connections, (tx) => tx.first(sweepDeliveries)))?.removed ?? 0
    while (removed === BATCH)
  }
  const run = () => {
    sweep().catch((error: unknown) => log.warn(kindOfError(error), 'housekeeping failed'))
  }
  run()
  const timer = setInterval(run, HOUR)
  return { stop: () => clearInterval(timer) }
}
