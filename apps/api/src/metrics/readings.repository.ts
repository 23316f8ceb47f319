import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { DatabaseReadings } from './metrics.ts'

/** The role sees the transactions of its own sessions; this very transaction is one of them and does not count. */
const readings = sqlStatement<{ mails: number; oldest_mail: number; oldest_transaction: number }>(sql`
  select waiting.mails, waiting.oldest_mail, running.oldest_transaction
    from (select count(*)::int as mails,
                 coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest_mail
            from mail_outbox where sent_at is null and given_up_at is null) waiting,
         (select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as oldest_transaction
            from pg_stat_activity where usename = session_user and datname = current_database() and pid <> pg_backend_pid()) running`)

/** The numbers that stand in the database. */
export async function readDatabase(tx: Transaction): Promise<DatabaseReadings> {
  const row = await tx.first(readings)
  if (!row) throw new Error('the readings have no row')
  return {
    mails: row.mails,
    oldestMailSeconds: row.oldest_mail,
    oldestTransactionSeconds: row.oldest_transaction,
  }
}
