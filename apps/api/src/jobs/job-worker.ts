import { setTimeout as wait } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'
import type { JobQueue, JobSubject } from './job-queue.ts'
import { JOB_SCHEMA } from './job-schema.ts'
import { type JobOwner, JobShares } from './job-shares.ts'

/** Milliseconds between polls of a queue without due jobs. */
const POLL = 500
/** Milliseconds until the next poll after the database failed. */
const PAUSE = 5_000
/**
 * Milliseconds for which a claimed job waits for a running one to end. After that it is released, so that another process may
 * claim it.
 */
const WAIT = 1_000

interface Fetched {
  readonly id: string
  readonly data: JobSubject
  readonly retryCount: number
  readonly createdOn: Date
  readonly groupId?: string | null
}

/** Runs the jobs of some queues until it is stopped. Any number of processes may run on one database. */
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

/** A claimed job that waits in this process until a job of its group or tenant ends, or until it is released. */
interface Claimed {
  readonly job: Fetched
  /** When it is released, in milliseconds of `performance.now()`. */
  readonly until: number
}

/** The jobs of one queue that this process has claimed. */
class ClaimedJobs {
  readonly queue: JobQueue
  readonly running = new Set<Promise<void>>()
  readonly #shares: JobShares
  readonly #run: (job: Fetched) => Promise<void>
  #waiting: readonly Claimed[] = []
  #ended = Promise.withResolvers<void>()

  constructor(queue: JobQueue, run: (job: Fetched) => Promise<void>) {
    this.queue = queue
    this.#run = run
    this.#shares = new JobShares(queue)
  }

  /** The number of jobs that may still be claimed. */
  get free(): number {
    return this.queue.slots - this.running.size - this.#waiting.length
  }

  /** The groups that may not start another job now. */
  get full(): string[] {
    return this.#shares.full
  }

  /** Resolves when a job ends and no waiting job can start in its place. */
  nextEnd(): Promise<void> {
    this.#ended = Promise.withResolvers()
    return this.#ended.promise
  }

  /** Starts the jobs that the limits allow; the others wait in this process. */
  start(jobs: readonly Fetched[]): void {
    const [begun, others] = partition(jobs, (job) => this.#shares.begin(ownerOf(job)))
    for (const job of begun) this.#begin(job)
    const until = performance.now() + WAIT
    this.#waiting = [...this.#waiting, ...others.map((job) => ({ job, until }))]
  }

  /** Removes and returns the jobs that have waited long enough at this time; the caller releases them. */
  removeLate(now: number): Fetched[] {
    const [late, others] = partition(this.#waiting, ({ until }) => until <= now)
    this.#waiting = others
    return late.map(({ job }) => job)
  }

  /** When the next waiting job is to be released; Infinity if none waits. */
  get nextLate(): number {
    return Math.min(...this.#waiting.map(({ until }) => until))
  }

  #begin(job: Fetched): void {
    const run = this.#run(job).finally(() => {
      this.running.delete(run)
      this.#shares.end(ownerOf(job))
      const next = this.#waiting.find((one) => this.#shares.begin(ownerOf(one.job)))
      if (!next) return this.#ended.resolve()
      this.#waiting = this.#waiting.filter((one) => one !== next)
      this.#begin(next.job)
    })
    this.running.add(run)
  }
}

async function serve(boss: PgBoss, queue: JobQueue, log: Logger, stopping: AbortSignal): Promise<void> {
  const claimed = new ClaimedJobs(queue, (job) => runJob(boss, queue, job, log))
  const work = async () => {
    await release(boss, claimed.removeLate(performance.now()))
    await claimJobs(boss, claimed)
  }
  while (!stopping.aborted) {
    const ended = claimed.nextEnd()
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        log.warn({ queue: queue.name, ...kindOfError(error) }, 'looking for jobs failed')
        return false
      },
    )
    const pause = Math.max(0, Math.min(isDone ? POLL : PAUSE, claimed.nextLate - performance.now()))
    const waited = wait(pause, undefined, { signal: stopping, ref: false }).catch(() => {})
    // A job that ends, even during the poll, leaves a slot for a job that the poll did not fetch.
    await Promise.race(isDone ? [waited, ended] : [waited])
  }
  await release(boss, claimed.removeLate(Number.POSITIVE_INFINITY)).catch((error: unknown) =>
    log.warn({ queue: queue.name, ...kindOfError(error) }, 'releasing jobs failed'),
  )
  await Promise.all(claimed.running)
}

/**
 * Claims jobs until no slot is free or no job is due. Each fetch returns the oldest jobs, with a maximum per group; the next
 * fetch skips the groups that it returned.
 */
async function claimJobs(boss: PgBoss, claimed: ClaimedJobs): Promise<void> {
  const { name, perGroup, prefetch = perGroup } = claimed.queue
  const served = new Set<string>()
  while (claimed.free > 0) {
    const found = await boss.fetch<JobSubject>(name, {
      batchSize: claimed.free,
      includeMetadata: true,
      ...(prefetch ? { groupConcurrency: prefetch, ignoreGroups: [...served, ...claimed.full] } : {}),
    })
    // The library fetches the oldest jobs, but returns them in any order. The order decides which jobs start.
    claimed.start(found.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime()))
    if (!prefetch || found.length === 0) break
    for (const { groupId } of found) if (groupId) served.add(groupId)
  }
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

/** Releases claimed jobs, as if they had never been claimed, because no slot became free for them in this process. */
async function release(boss: PgBoss, jobs: readonly Fetched[]): Promise<void> {
  if (jobs.length === 0) return
  await boss.getDb().executeSql(
    `update ${JOB_SCHEMA}.job j
        set state = case when j.retry_count = 0 then 'created' else 'retry' end::${JOB_SCHEMA}.job_state,
            started_on = case when j.retry_count > 0 then j.started_on end, retry_count = greatest(j.retry_count - 1, 0)
       from unnest($1::uuid[], $2::int[]) released (id, retry_count)
      where j.id = released.id and j.retry_count = released.retry_count and j.state = 'active'`,
    [jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
  )
}

/**
 * Runs a job. A finished job is deleted. A failed job is retried; after the last retry `GET /operator/jobs` lists it as
 * failed.
 */
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

/** Runs a job. It fails after `expireInSeconds`, when the job counts as lost, so that its slot is free again. */
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

/** The name and the message of an error. The text of the query, a separate property of database errors, is left out. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500)
