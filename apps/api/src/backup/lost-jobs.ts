import type postgres from 'postgres'
import { JOB_SCHEMA } from '../jobs/job-schema.ts'
import { RESUME_QUEUE } from '../times/passing.service.ts'
import { WEBHOOK_QUEUE } from '../webhooks/webhook-deliveries.repository.ts'

/**
 * Settles records that wait for a job which does not exist in this database. Waiting webhook deliveries become failed, so that
 * they can be sent again, and issues whose pause has ended are found again. Row level security must not be forced while this
 * runs.
 */
export async function settleLostJobs(tx: postgres.TransactionSql): Promise<void> {
  const jobOf = (queue: string, tenantId: string, recordId: string) => tx`
    select from ${tx(JOB_SCHEMA)}.job j
     where j.name = ${queue} and j.state in ('created', 'retry', 'active')
       and j.data ->> 'tenant_id' = ${tx(tenantId)} and j.data ->> 'record_id' = ${tx(recordId)}`
  await tx`
    update webhook_deliveries d
       set status = 'failed', next_try_at = null, failure = 'the service was moved', version = version + 1,
           updated_at = greatest(statement_timestamp(), updated_at)
     where d.status = 'waiting' and not exists (${jobOf(WEBHOOK_QUEUE, 'd.tenant_id', 'd.id')})`
  await tx`
    delete from passed_times p
     where p.kind = 'issue_resume' and not exists (${jobOf(RESUME_QUEUE, 'p.tenant_id', 'p.record_id')})`
}
