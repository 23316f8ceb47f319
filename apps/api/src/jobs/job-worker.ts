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
/** Milliseconds for which a claimed job waits for another one to end. Where those take longer, other processes may have it. */
const WAIT = 1_000

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

/** A job that waits in this process for one of its group to end, or is given back. */
interface Claimed {
  readonly job: Fetched
  /** When it is given back, in milliseconds of the monotonic clock. */
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

  /** How many more may be claimed. */
  get free(): number {
    return this.queue.slots - this.running.size - this.#waiting.length
  }

  /** The groups that may not begin another job now. */
  get full(): string[] {
    return this.#shares.full
  }

  /** Resolves at the end of the next job after which no other of those claimed begins. */
  nextEnd(): Promise<void> {
    this.#ended = Promise.withResolvers()
    return this.#ended.promise
  }

  /** Begins those jobs that their shares let begin; the others wait here. */
  take(jobs: readonly Fetched[]): void {
    const [begun, others] = partition(jobs, (job) => this.#shares.begin(ownerOf(job)))
    for (const job of begun) this.#begin(job)
    const until = performance.now() + WAIT
    this.#waiting = [...this.#waiting, ...others.map((job) => ({ job, until }))]
  }

  /** Takes out what has waited long enough by a time, so that it is given back. */
  takeLate(now: number): Fetched[] {
    const [late, others] = partition(this.#waiting, ({ until }) => until <= now)
    this.#waiting = others
    return late.map(({ job }) => job)
  }

  /** When the next one has waited long enough. */
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
    await giveBack(boss, claimed.takeLate(performance.now()))
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
    // The end of a job, also during the look, makes room for one that the look did not find.
    await Promise.race(isDone ? [waited, ended] : [waited])
  }
  await giveBack(boss, claimed.takeLate(Number.POSITIVE_INFINITY)).catch((error: unknown) =>
    log.warn({ queue: queue.name, ...kindOfError(error) }, 'giving jobs back failed'),
  )
  await Promise.all(claimed.running)
}

/**
 * Claims jobs until no slot is free or none waits. One look takes the oldest jobs, and of those as many of a group as may be
 * claimed, so the next look passes over the groups that have had their share.
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
    // The library takes the oldest, but returns them in any order; who begins depends on it.
    claimed.take(found.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime()))
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
