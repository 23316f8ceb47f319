import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'

/** Rows deleted in one transaction, so that no statement runs into its time limit. */
export const BATCH = 5_000

/** The statements that delete expired rows. Attempts that locked an account remain until it is unlocked. */
export const sweeps = [
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

/** Deletes webhook deliveries that are kept no longer; `removed` is how many. */
export const sweepDeliveries = sqlStatement<{ removed: number }>(
  sql.raw(`select commonhold_delete_old_webhook_deliveries(${BATCH}) as removed`),
)
