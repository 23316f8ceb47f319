import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { DatabaseReadings } from './metrics.ts'

/**
 * The role sees the transactions of its own sessions; this very transaction is one of them and does not count. A mail for the
 * next morning does not wait before it is due.
 */
const readings = sqlStatement<{
  mails: number
  oldest_mail: number
  jobs: DatabaseReadings['jobs']
  oldest_job: number
  oldest_transaction: number
  oldest_running: string | null
  quotas: DatabaseReadings['quotas']
}>(sql`
  select waiting.mails, waiting.oldest_mail, running.oldest_transaction, held.oldest_running, queued.jobs, queued.oldest_job,
         reached.quotas
    from (select count(*)::int as mails,
                 coalesce(extract(epoch from clock_timestamp() - min(case when tries = 0 then due_at else created_at end)), 0)::float8 as oldest_mail
            from mail_outbox where sent_at is null and given_up_at is null and (tries > 0 or due_at <= now())) waiting,
         (select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as oldest_transaction
            from pg_stat_activity where usename = session_user and datname = current_database() and pid <> pg_backend_pid()) running,
         (select case when pg_snapshot_xmin(s) < pg_snapshot_xmax(s) then pg_snapshot_xmin(s)::text end as oldest_running
            from pg_current_snapshot() s) held,
         (select coalesce(jsonb_agg(jsonb_build_object('queue', q.queue, 'state', q.state, 'count', q.count)), '[]') as jobs,
                 coalesce(max(q.oldest), 0)::float8 as oldest_job
            from (select name as queue, count(*)::int as count,
                         case state when 'active' then 'running' when 'failed' then 'failed' else 'waiting' end as state,
                         max(extract(epoch from clock_timestamp() - start_after)) filter (where state in ('created', 'retry')) as oldest
                    from pgboss.job
                   where state in ('active', 'failed') or (state in ('created', 'retry') and start_after <= now())
                   group by 1, 3) q) queued,
         (select coalesce(jsonb_agg(jsonb_build_object('quota', r.name, 'share', r.reported_share, 'count', r.count)), '[]') as quotas
            from (select name, reported_share, count(*)::int as count from tenant_quotas where reported_share > 0 group by 1, 2) r) reached`)

/** The numbers that stand in the database. */
export async function readDatabase(tx: Transaction): Promise<DatabaseReadings> {
  const row = await tx.first(readings)
  if (!row) throw new Error('the readings have no row')
  return {
    mails: row.mails,
    oldestMailSeconds: row.oldest_mail,
    jobs: row.jobs,
    oldestJobSeconds: row.oldest_job,
    quotas: row.quotas,
    oldestTransactionSeconds: row.oldest_transaction,
    oldestRunning: row.oldest_running,
  }
}
