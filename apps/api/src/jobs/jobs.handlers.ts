import { operationGroups } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import type { Reader } from '../db/statement.ts'
import { implement } from '../store/implement.ts'
import { DEFAULT_LIMIT } from '../store/paging.ts'
import { isOperatorNow } from '../system/tenants.repository.ts'
import { listJobs, lockJob, readJob } from './jobs.repository.ts'
import type { Jobs } from './jobs.ts'

async function assertOperator(reader: Reader, userId: string): Promise<void> {
  if (!(await isOperatorNow(reader, userId)))
    throw problem(
      'permission_denied',
      { required_permission: '*' },
      'Only operators can list and retry jobs. Ask an operator.',
    )
}

/** Lists jobs, and retries those that failed. */
export const jobHandlers = (jobs: Pick<Jobs, 'retry'>) =>
  implement(operationGroups.jobs, {
    list: async ({ query: { limit = DEFAULT_LIMIT, ...filters } }, { reader, actor }) => {
      await assertOperator(reader, actor.userId)
      return listJobs(reader, { ...filters, limit })
    },
    retry: async ({ params: { job_id }, body }, context) => {
      const { tx, actor } = context
      await context.authorized()
      await assertOperator(tx, actor.userId)
      const job = await lockJob(tx, job_id)
      if (job.state !== 'failed')
        throw problem(
          'invalid_transition',
          { current_state: job.state, allowed_operations: [] },
          'The job has not failed: it is running, or will run automatically at `due_at`.',
        )
      await jobs.retry(tx, job.queue, job_id)
      context.audit({
        action: 'updated',
        recordType: 'job',
        recordId: job_id,
        reason: body?.reason,
        changes: [{ field: 'state', from: job.state, to: 'waiting' }],
      })
      return readJob(tx, job_id)
    },
  })
