import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

/** Rows deleted in one transaction, so that no statement runs into its time limit. */
export const BATCH = 5_000

/** Expired rows by table. Attempts that locked an account remain until it is unlocked. */
const expired = [
  ['idempotency_keys', "created_at < now() - interval '24 hours'"],
  ['attempts', "updated_at < now() - interval '1 day' and count < 100"],
  ['known_sources', "last_sign_in_at < now() - interval '30 days'"],
  [
    'mail_outbox',
    "created_at < now() - interval '7 days' and (sent_at is not null or given_up_at is not null)",
  ],
  ['mail_tokens', 'expires_at < now()'],
  ['sessions', "ends_at < now() - interval '30 days' or revoked_at < now() - interval '30 days'"],
] as const

const deletions = expired.map(([table, condition]) =>
  sqlStatement<unknown>(
    sql.raw(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH})) returning 1`,
    ),
  ),
)

const deletionOfDeliveries = sqlStatement<{ removed: number }>(
  sql.raw(`select commonhold_delete_old_webhook_deliveries(${BATCH}) as removed`),
)

/** Each function deletes up to `BATCH` expired rows and returns their number. */
export const batchDeletions: readonly ((tx: Transaction) => Promise<number>)[] = [
  ...deletions.map((deletion) => async (tx: Transaction) => (await tx.run(deletion)).length),
  async (tx) => (await tx.first(deletionOfDeliveries))?.removed ?? 0,
]
