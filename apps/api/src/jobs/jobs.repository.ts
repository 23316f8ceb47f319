import type { Job, jobStates } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { JOB_SCHEMA } from './job-schema.ts'

type JobState = (typeof jobStates)[number]

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
   order by j.created_on desc, j.id desc limit ${at('limit')}::int`)
/** No job has an id of another form. */
const given = sql`case when ${at('id')} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${at('id')}::text::uuid end`
const one = sqlStatement<Job>(sql`${shown} and j.id = ${given}`)
const lock = sqlStatement<{ queue: string }>(
  sql`select name as queue from ${jobTable} where id = ${given} for update`,
)

/** The jobs that wait, run or have failed, the newest first. */
export const listJobs = (
  reader: Reader,
  query: { readonly state?: JobState[]; readonly queue?: string[]; readonly limit: number },
): Promise<Job[]> =>
  reader.run(listed, { state: query.state ?? null, queue: query.queue ?? null, limit: query.limit })

/** A job, locked until the transaction ends. */
export async function lockJob(tx: Transaction, id: string): Promise<Job> {
  await tx.run(lock, { id })
  return readJob(tx, id)
}

/** A job; `not_found` where there is none, or where it is done. */
export async function readJob(tx: Transaction, id: string): Promise<Job> {
  const found = await tx.first(one, { id })
  if (!found) throw problem('not_found')
  return found
}
