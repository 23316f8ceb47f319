import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { moveMembers } from '../kernel/lifecycle.ts'
import { id, line, nullable, queryAnyOf, queryInteger, queryName, timestamp } from '../kernel/schema.ts'

/** The statuses of a job. */
export const jobStates = ['waiting', 'running', 'failed'] as const

const jobState = z.enum(jobStates).meta({
  id: 'JobState',
  description:
    'Status of the job: `waiting` for its time or its next try, `running`, or `failed` after as many tries as its queue allows.',
  examples: ['failed'],
})

const jobId = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ description: 'Id of the job.', examples: ['0b2f8a52-93a4-4c53-9d0f-6a4f1c1f7a10'] })

const job = z
  .object({
    id: jobId,
    queue: z.string().meta({ description: 'The queue of the job.', examples: ['webhook-delivery'] }),
    state: jobState,
    tries: z.int().meta({ description: 'Number of times that the job was started.' }),
    tenant_id: nullable(id()).meta({ description: 'Id of the tenant of the job; null = none.' }),
    record_id: nullable(id()).meta({ description: 'Id of the record that the job is about; null = none.' }),
    created_at: timestamp().meta({ description: 'When the job was added to the queue.' }),
    due_at: timestamp().meta({ description: 'When the job may be run, or tried again.' }),
    started_at: nullable(timestamp()).meta({ description: 'When the job was last started; null = never.' }),
    failed_at: nullable(timestamp()).meta({
      description: 'When the job failed after its last try; null = it did not.',
    }),
    failure: nullable(z.string()).meta({ description: 'Why the last try failed; null = no try has failed.' }),
  })
  .meta({ id: 'Job', description: 'Work that the service does outside of requests.' })

const retrying = z
  .strictObject({ reason: moveMembers.reason })
  .meta({ id: 'JobRetrying', description: 'Why a job is run again; optional.' })

export interface JobRetrying extends z.infer<typeof retrying> {}
/** Why a job is run again. */
export const JobRetrying: z.core.$ZodType<JobRetrying, JobRetrying> = retrying

export interface Job extends z.infer<typeof job> {}
/** Work that the service does outside of requests. */
export const Job: z.core.$ZodType<Job, Job> = job

const jobQuery = z.strictObject({
  state: queryAnyOf(jobState, jobStates.length).optional().meta({
    description: 'Only jobs in this state; repeat it, or separate values by commas, for any of several.',
  }),
  queue: queryAnyOf(queryName(100), 20).optional().meta({
    description: 'Only jobs of this queue; repeat it, or separate values by commas, for any of several.',
  }),
  tenant_id: queryAnyOf(id(), 20).optional().meta({
    description: 'Only jobs of this tenant; repeat it, or separate values by commas, for any of several.',
  }),
  limit: queryInteger(z.int().min(1).max(500)).optional().meta({
    description: 'Number of jobs in the response, newest first. Default: 100.',
  }),
})

const tag = 'Operation'

export const jobs = {
  list: endpoint({
    operationId: 'listJobsOfOperator',
    method: 'get',
    path: '/operator/jobs',
    tag,
    summary: 'List the jobs of the installation',
    description:
      'For operators. Lists the waiting, running and failed jobs of all tenants. A finished job is not kept; a failed job is kept for 14 days.',
    permission: 'authenticated',
    needsSession: true,
    ignoresTenant: true,
    query: jobQuery,
    whole: true,
    success: { status: 200, body: z.array(Job) },
    errors: ['permission_denied'],
  }),
  retry: endpoint({
    operationId: 'retryJobOfOperator',
    method: 'post',
    path: '/operator/jobs/{job_id}/retry',
    tag,
    summary: 'Run a failed job again',
    description: 'For operators. The job gets the status `waiting` and is tried once more.',
    permission: 'authenticated',
    needsSession: true,
    ignoresTenant: true,
    pathTexts: { job_id: line(100).meta({ description: 'Id of the job.' }) },
    body: JobRetrying,
    bodyOptional: true,
    success: { status: 200, body: Job },
    errors: ['permission_denied', 'not_found', 'invalid_transition'],
  }),
}
