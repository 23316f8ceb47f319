import type { Job, jobStates } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WaitingJobs } from './job-queue.ts'
import { JOB_SCHEMA } from './job-schema.ts'

type JobState = (typeof jobStates)[number]

/** The filters of the list of jobs; a filter that is undefined matches all. */
interface JobQuery {
  readonly state?: JobState[] | undefined
  readonly queue?: string[] | undefined
  readonly tenant_id?: string[] | undefined
  readonly limit: number
}

const at = sql.placeholder
const jobTable = sql.raw(`${JOB_SCHEMA}.job`)
const stateSql = sql`case when j.state in ('created', 'retry') then 'waiting' when j.state = 'active' then 'running' else 'failed' end`
const shown = sql`
  select j.id::text as id, j.name as queue, ${stateSql} as state,
         case when j.started_on is null then 0 else j.retry_count + 1 end as tries,
         j.data ->> 'tenant_id' as tenant_id, j.data ->> 'record_id' as record_id, j.created_on as created_at,
         j.start_after as due_at, j.started_on as started_at,
         case when j.state = 'failed' then j.completed_on end as failed_at, j.output ->> 'message' as failure
    from ${jobTable} j
   where j.state in ('created', 'retry', 'active', 'failed')`

const listed = sqlStatement<Job>(sql`${shown}
     and (${at('state')}::text[] is null or ${stateSql} = any(${at('state')}::text[]))
     and (${at('queue')}::text[] is null or j.name = any(${at('queue')}::text[]))
     and (${at('tenant_id')}::text[] is null or j.data ->> 'tenant_id' = any(${at('tenant_id')}::text[]))
   order by j.created_on desc, j.id desc limit ${at('limit')}::int`)
/** The id as a UUID; null for any other text, which matches no job. */
const jobId = sql`case when ${at('id')} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${at('id')}::text::uuid end`
const one = sqlStatement<Job>(sql`${shown} and j.id = ${jobId}`)
const lock = sqlStatement<{ queue: string }>(
  sql`select name as queue from ${jobTable} where id = ${jobId} for update`,
)

const waiting = sql`name = ${at('queue')} and state in ('created', 'retry') and not blocked and group_id = ${at('group')}
     and (${at('record_id')}::text is null or data ->> 'record_id' = ${at('record_id')})`
const makeDue = sqlStatement<unknown>(sql`
  update ${jobTable} set start_after = now()
   where ${waiting} and start_after > now() and start_after <= ${at('until')}::timestamptz`)
/**
 * Locks a waiting job, so that no worker can start it before the transaction ends. A job that a worker is claiming is skipped.
 */
const oneWaiting = sqlStatement<{ id: string }>(
  sql`select id::text from ${jobTable} where ${waiting} limit 1 for update skip locked`,
)

/** Makes waiting jobs due immediately: those that are due by `until`, or all. */
export async function makeJobsDue(
  tx: Transaction,
  queue: string,
  { group, recordId, until = 'infinity' }: WaitingJobs & { readonly until?: string },
): Promise<void> {
  await tx.run(makeDue, { queue, group, record_id: recordId ?? null, until })
}

/** True if a job is waiting; it is locked, so that it cannot start before the transaction ends. */
export const areJobsWaiting = async (
  tx: Transaction,
  queue: string,
  { group, recordId }: WaitingJobs,
): Promise<boolean> =>
  (await tx.first(oneWaiting, { queue, group, record_id: recordId ?? null })) !== undefined

/** The waiting, running and failed jobs, newest first. */
export const listJobs = (reader: Reader, { state, queue, tenant_id, limit }: JobQuery): Promise<Job[]> =>
  reader.run(listed, { state: state ?? null, queue: queue ?? null, tenant_id: tenant_id ?? null, limit })

/** A job, locked until the transaction ends. */
export async function lockJob(tx: Transaction, id: string): Promise<Job> {
  await tx.run(lock, { id })
  return readJob(tx, id)
}

/** A job. Throws `not_found` when there is none, or when it is done: finished jobs are deleted. */
export async function readJob(tx: Transaction, id: string): Promise<Job> {
  const found = await tx.first(one, { id })
  if (!found) throw problem('not_found')
  return found
}
