import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { newId } from '../base/ids.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Repetition, startRounds } from '../http/rounds.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type AuditEntry, writeAudit } from '../store/audit.ts'
import type { RecordKind } from '../store/record-kind.ts'

/** Milliseconds between looks: what has come is in the log within a minute. */
const POLL = 20_000
/** Times of one tenant that one transaction records. */
const BATCH = 500

/** The queue of issues that are to be taken out of their pause. */
export const RESUME_QUEUE = 'issue-resume'

const tenantsWithDueTimes = sqlStatement<{ tenant_id: string }>(
  sql`select tenant_id from commonhold_tenants_with_due_times()`,
)
/** Of several processes that take the same time, the others wait for the first, and get nothing. */
const take = sqlStatement<{
  record_type: RecordKind
  record_id: string
  action: AuditEntry['action'] | null
}>(sql`
  with due as materialized (
    select d.* from commonhold_due_times(${tenantId}) d
     where not exists (
       select from passed_times p
        where p.tenant_id = ${tenantId} and p.kind = d.kind and p.record_id = d.record_id and p.due_at = d.due_at)
     order by d.kind, d.record_id limit ${sql.raw(String(BATCH))}
  ), taken as (
    insert into passed_times (tenant_id, kind, record_id, due_at) select ${tenantId}, kind, record_id, due_at from due
    on conflict do nothing returning kind, record_id, due_at
  )
  select d.record_type, d.record_id, d.action
    from taken t join due d on d.kind = t.kind and d.record_id = t.record_id and d.due_at = t.due_at`)
const forget = sqlStatement<unknown>(sql`
  delete from passed_times
   where tenant_id = ${tenantId} and noticed_at < now() - interval '30 days'`)

/** Writes the times of a tenant that have come into its log; true when there may be more. */
async function recordTimes(tx: Transaction, jobs: Pick<Jobs, 'add'>, tenant_id: string): Promise<boolean> {
  await tx.selectTenant(tenant_id)
  const taken = await tx.run(take)
  const origin = { operation: 'passTime', requestId: newId(), source: null, actorId: null, sessionId: null }
  await writeAudit(
    tx,
    origin,
    taken.flatMap(({ record_type, record_id, action }) =>
      action === null ? [] : [{ action, recordType: record_type, recordId: record_id }],
    ),
  )
  await jobs.add(
    tx,
    RESUME_QUEUE,
    taken.flatMap(({ record_id, action }) =>
      action === null ? [{ subject: { tenant_id, record_id } }] : [],
    ),
  )
  await tx.run(forget)
  return taken.length === BATCH
}

/**
 * Writes due days, expected returns, and ends of warranties and of invitations into the log, and has issues resumed, until it is
 * stopped.
 */
export const startPassingTime = (
  connections: ConnectionPool,
  jobs: Pick<Jobs, 'add'>,
  log: Logger,
  poll = POLL,
): Repetition =>
  startRounds({
    connections,
    log,
    poll,
    failure: 'recording times that have come failed',
    places: (tx) => tx.run(tenantsWithDueTimes),
    work: (tx, { tenant_id }) => recordTimes(tx, jobs, tenant_id),
  })
