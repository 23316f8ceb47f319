import { setTimeout as wait } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'
import type { JobQueue, JobSubject } from './job-queue.ts'
import { JOB_SCHEMA } from './job-schema.ts'
import { type JobOwner, JobShares } from './job-shares.ts'

/** Milliseconds between looks at a queue that has nothing to do. */
const POLL = 500
/** The same after the database failed. */
const PAUSE = 5_000

interface Fetched {
  readonly id: string
  readonly data: JobSubject
  readonly retryCount: number
  readonly createdOn: Date
  readonly groupId?: string | null
}

/** Runs the jobs of some queues until it is stopped. Any number of processes may do so on one database. */
export function startJobWorker(
  boss: PgBoss,
  queues: readonly JobQueue[],
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loops = queues.map((queue) => serve(boss, queue, log, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function serve(boss: PgBoss, queue: JobQueue, log: Logger, stopping: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  const shares = new JobShares(queue)
  let ended = Promise.withResolvers<void>()
  const begin = (job: Fetched) => {
    const run = runJob(boss, queue, job, log).finally(() => {
      running.delete(run)
      shares.end(ownerOf(job))
      ended.resolve()
    })
    running.add(run)
  }
  while (!stopping.aborted) {
    ended = Promise.withResolvers<void>()
    const free = queue.slots - running.size
    const begun = await beginJobs(boss, queue, shares, free, begin).catch((error: unknown) => {
      log.warn({ queue: queue.name, ...kindOfError(error) }, 'looking for jobs failed')
      return undefined
    })
    const pause = wait(begun === undefined ? PAUSE : POLL, undefined, { signal: stopping, ref: false }).catch(
      () => {},
    )
    // The end of a job, also during the look, makes room for one that the look did not find.
    await Promise.race(begun === undefined ? [pause] : [pause, ended.promise])
  }
  await Promise.all(running)
}

/**
 * Begins jobs until no slot is free or none waits; returns how many it began. One look takes the oldest jobs, and of those as
 * many of a group as may run, so the next look passes over the groups that have had their share.
 */
async function beginJobs(
  boss: PgBoss,
  { name, perGroup }: JobQueue,
  shares: JobShares,
  free: number,
  begin: (job: Fetched) => void,
): Promise<number> {
  const served = new Set<string>()
  let begun = 0
  while (begun < free) {
    const found = await boss.fetch<JobSubject>(name, {
      batchSize: free - begun,
      includeMetadata: true,
      ...(perGroup ? { groupConcurrency: perGroup, ignoreGroups: [...served, ...shares.full] } : {}),
    })
    // The library takes the oldest, but returns them in any order; who begins depends on it.
    const oldestFirst = found.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())
    const [mine, others] = partition(oldestFirst, (job) => shares.begin(ownerOf(job)))
    mine.forEach(begin)
    await giveBack(boss, others)
    begun += mine.length
    if (!perGroup || found.length === 0) break
    for (const { groupId } of found) if (groupId) served.add(groupId)
  }
  return begun
}

const ownerOf = ({ data, groupId }: Fetched): JobOwner => ({
  tenantId: data.tenant_id,
  group: groupId ?? null,
})

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [first: T[], rest: T[]] {
  const first: T[] = []
  const rest: T[] = []
  for (const one of all) (isFirst(one) ? first : rest).push(one)
  return [first, rest]
}

/** Lets jobs wait again as if they had not been taken: their tenants have their share of the slots. */
async function giveBack(boss: PgBoss, jobs: readonly Fetched[]): Promise<void> {
  if (jobs.length === 0) return
  await boss.getDb().executeSql(
    `update ${JOB_SCHEMA}.job j
        set state = case when j.retry_count = 0 then 'created' else 'retry' end::${JOB_SCHEMA}.job_state,
            started_on = case when j.retry_count > 0 then j.started_on end, retry_count = greatest(j.retry_count - 1, 0)
       from unnest($1::uuid[], $2::int[]) given (id, retry_count)
      where j.id = given.id and j.retry_count = given.retry_count and j.state = 'active'`,
    [jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
  )
}

/** What is done is deleted; what fails is tried again, and ends in the list of `GET /operator/jobs`. */
async function runJob(boss: PgBoss, queue: JobQueue, job: Fetched, log: Logger): Promise<void> {
  try {
    await runInTime(queue, job.data)
    await boss.deleteJob(queue.name, { id: job.id, retryCount: job.retryCount })
  } catch (error) {
    log.warn({ queue: queue.name, job_id: job.id, ...job.data, ...kindOfError(error) }, 'a job failed')
    await boss
      .fail(queue.name, { id: job.id, retryCount: job.retryCount }, { message: messageOf(error) })
      .catch((failure: unknown) =>
        log.warn(
          { queue: queue.name, job_id: job.id, ...kindOfError(failure) },
          'the failure of a job was not recorded',
        ),
      )
  }
}

/** Runs a job; one that has not ended when it counts as lost fails, so that it gives its slot back. */
async function runInTime(queue: JobQueue, subject: JobSubject): Promise<void> {
  const { expireInSeconds } = queue
  const ended = new AbortController()
  const limit = wait(expireInSeconds * 1_000, undefined, { signal: ended.signal, ref: false })
  const late = limit.then(() => {
    throw new Error(`not done within ${expireInSeconds} seconds`)
  })
  try {
    await Promise.race([queue.run(subject), late])
  } finally {
    ended.abort()
  }
}

/** The message without the text of a query, which an error of the database may carry. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500)
