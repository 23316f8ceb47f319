import type { Logger } from 'pino'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Repetition, startRounds } from '../http/rounds.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { originWithoutRequest, writeAudit } from '../store/audit.ts'
import { BATCH, claimDueTimes, deletePassedTimes, tenantsWithDueTimes } from './passing.repository.ts'

/** Milliseconds between polls; a time that passes is in the audit log within a minute. */
const POLL = 20_000

/** The queue of paused issues that are to be resumed. */
export const RESUME_QUEUE = 'issue-resume'

/** Writes the passed times of a tenant to its audit log, and queues issues to resume; true when there may be more. */
async function recordTimes(tx: Transaction, jobs: Pick<Jobs, 'add'>, tenant_id: string): Promise<boolean> {
  tx.selectTenant(tenant_id)
  const claimed = await claimDueTimes(tx)
  const origin = originWithoutRequest('passTime')
  await writeAudit(
    tx,
    origin,
    claimed.flatMap(({ record_type, record_id, action }) =>
      action === null ? [] : [{ action, recordType: record_type, recordId: record_id }],
    ),
  )
  await jobs.add(
    tx,
    RESUME_QUEUE,
    claimed.flatMap(({ record_id, action }) =>
      action === null ? [{ subject: { tenant_id, record_id } }] : [],
    ),
  )
  await deletePassedTimes(tx)
  return claimed.length === BATCH
}

/**
 * Until it is stopped, writes passed due dates, expected returns, and ends of warranties and invitations to the audit log, and
 * queues paused issues that are to be resumed.
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
    failure: 'recording due times failed',
    places: tenantsWithDueTimes,
    work: (tx, { tenant_id }) => recordTimes(tx, jobs, tenant_id),
  })
