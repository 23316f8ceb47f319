import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { StoredReadings, TransactionReadings } from './metrics.ts'

/** What a role can see of the other sessions of the database. */
interface Sessions {
  /** Seconds since the oldest transaction that the role can see began; null if it sees none. */
  readonly oldest_transaction: number | null
  /** Process ids of the sessions whose transactions the role cannot see. */
  readonly hidden: readonly number[]
}

/** A mail that is scheduled for later, such as the next morning, is not counted as waiting before it is due. */
const storedReadings = sqlStatement<{
  mails: number
  oldest_mail: number
  jobs: StoredReadings['jobs']
  oldest_job: number
  quotas: StoredReadings['quotas']
}>(sql`
  select waiting.mails, waiting.oldest_mail, queued.jobs, queued.oldest_job, reached.quotas
    from (select count(*)::int as mails,
                 coalesce(extract(epoch from clock_timestamp() - min(case when tries = 0 then due_at else created_at end)), 0)::float8 as oldest_mail
            from mail_outbox where sent_at is null and given_up_at is null and (tries > 0 or due_at <= now())) waiting,
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

const ownerSessions = sqlStatement<Sessions & { oldest_running: string | null }>(sql`
  select owner.oldest_transaction, owner.hidden,
         case when pg_snapshot_xmin(s) < pg_snapshot_xmax(s) then pg_snapshot_xmin(s)::text end as oldest_running
    from commonhold_owner_sessions() owner, pg_current_snapshot() s`)

/**
 * Switches to the role that logged in, which sees its own sessions. The runtime role and the owner of the tables may be
 * others.
 */
const becomeLogin = sqlStatement(sql`select set_config('role', 'none', true)`)

/** The same as `commonhold_owner_sessions`, for the role that logged in. */
const loginSessions = sqlStatement<Sessions>(sql`
  select extract(epoch from clock_timestamp() - min(xact_start))::float8 as oldest_transaction,
         coalesce(array_agg(pid) filter (where backend_start is null), '{}') as hidden
    from pg_stat_activity
   where datname = current_database() and usename <> 'commonhold_backup' and pid <> pg_backend_pid()`)

/**
 * Seconds since the oldest transaction that either role sees began. If they see none: 0, or null if a session is hidden from
 * both.
 */
function oldestOf(owner: Sessions, login: Sessions): number | null {
  const shown = [owner, login].flatMap(({ oldest_transaction: seconds }) => seconds ?? [])
  if (shown.length > 0) return Math.max(...shown)
  return owner.hidden.some((pid) => login.hidden.includes(pid)) ? null : 0
}

/** Reads the values that are stored in tables. */
export async function readStored(tx: Transaction): Promise<StoredReadings> {
  const row = await tx.first(storedReadings)
  if (!row) throw new Error('the readings have no row')
  const { mails, oldest_mail: oldestMailSeconds, jobs, oldest_job: oldestJobSeconds, quotas } = row
  return { mails, oldestMailSeconds, jobs, oldestJobSeconds, quotas }
}

/** Reads what runs on the server. */
export async function readTransactions(tx: Transaction): Promise<TransactionReadings> {
  const [owner, , login] = await Promise.all([
    tx.first(ownerSessions),
    tx.run(becomeLogin),
    tx.first(loginSessions),
  ])
  if (!(owner && login)) throw new Error('the readings have no row')
  return { oldestTransactionSeconds: oldestOf(owner, login), oldestRunning: owner.oldest_running }
}
