import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'
import { type DatabaseTarget, sessionSettings } from '../db/database.ts'
import { RUNTIME_ROLE } from '../db/tenancy.ts'
import type { Transaction } from '../db/transaction.ts'
import type { JobQueue, NewJob, WaitingJobs } from './job-queue.ts'
import { JOB_SCHEMA } from './job-schema.ts'
import { startJobWorker } from './job-worker.ts'
import { areJobsWaiting, makeJobsDue } from './jobs.repository.ts'

/** Connections of one process for jobs, in addition to those for requests. */
const CONNECTIONS = 3
/** Seconds between checks for jobs whose process died. */
const SUPERVISION = 5
/** Seconds for which a job that failed is kept. */
const KEPT = 14 * 86_400

/**
 * Jobs stored in PostgreSQL: they are added in the transaction of the change that causes them, and survive the end of a
 * process.
 */
export interface Jobs {
  /** Creates the queues and, in a worker, starts to run jobs. */
  start(queues: readonly JobQueue[]): Promise<void>
  /** Adds jobs, in the transaction of the change that causes them. */
  add(tx: Transaction, queue: string, jobs: readonly NewJob[]): Promise<void>
  /** Queues a failed job again, in the transaction of the request. */
  retry(tx: Transaction, queue: string, id: string): Promise<void>
  /** Makes waiting jobs due immediately: those that are due by `until`, or all. */
  makeDue(tx: Transaction, queue: string, jobs: WaitingJobs & { readonly until?: string }): Promise<void>
  /** True if a job is waiting; it is locked, so that it cannot start before the transaction ends. */
  isWaiting(tx: Transaction, queue: string, jobs: WaitingJobs): Promise<boolean>
  /** Starts no more jobs; resolves when the jobs in progress have ended. Jobs can still be added. */
  stopWorking(): Promise<void>
  /** The same; then closes the connections, so that nothing can be added. */
  stop(): Promise<void>
}

/** Lets the library write in the transaction of the caller. */
const inTransaction = (tx: Transaction) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await tx.run<Record<string, unknown>>({ text, parameters: values, prepare: false }),
  }),
})

/** Opens the jobs of a database. `works`: true if this process runs jobs, false if it only adds them. */
export function openJobs(target: DatabaseTarget, works: boolean, log: Logger): Jobs {
  const boss = new PgBoss({
    ...addressOf(target),
    schema: JOB_SCHEMA,
    max: CONNECTIONS,
    application_name: 'commonhold jobs',
    options: startupOptions(target),
    // `installJobs` creates the tables, as their owner.
    createSchema: false,
    migrate: true,
    reindex: false,
    monitorVacuum: false,
    schedule: false,
    registerInstance: false,
    supervise: works,
    superviseIntervalSeconds: SUPERVISION,
    monitorIntervalSeconds: SUPERVISION,
  })
  boss.on('error', (error) => log.warn(kindOfError(error), 'the jobs cannot reach the database'))
  let starting: Promise<unknown> | undefined
  let worker: ReturnType<typeof startJobWorker> | undefined
  let finishing: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const stopWorking = () => {
    finishing ??= Promise.resolve(worker?.stop())
    return finishing
  }
  return {
    async start(queues) {
      starting = boss.start()
      await starting
      for (const { name, retryLimit, retryDelay, expireInSeconds } of queues) {
        const options = {
          retryLimit,
          retryDelay,
          retryBackoff: true,
          expireInSeconds,
          deleteAfterSeconds: KEPT,
        }
        await boss.createQueue(name, options)
        await boss.updateQueue(name, options)
      }
      if (works && !finishing) worker = startJobWorker(boss, queues, log)
    },
    async add(tx, queue, jobs) {
      if (jobs.length === 0) return
      await boss.insert(
        queue,
        jobs.map(({ subject, group, dueAt }) => ({
          data: { ...subject },
          ...(group ? { group: { id: group } } : {}),
          ...(dueAt ? { startAfter: dueAt } : {}),
        })),
        { db: inTransaction(tx) },
      )
    },
    async retry(tx, queue, id) {
      await boss.retry(queue, id, { db: inTransaction(tx) })
    },
    makeDue: makeJobsDue,
    isWaiting: areJobsWaiting,
    stopWorking,
    stop() {
      stopping ??= (async () => {
        await stopWorking()
        // If `start` was not called or failed, there is nothing to stop.
        if (await starting?.catch(() => undefined)) await boss.stop({ graceful: false })
      })()
      return stopping
    },
  }
}

const addressOf = ({ url, host, port, user, password, database }: DatabaseTarget) =>
  url ? { connectionString: url } : { host, port, user, password, database }

/** The role and the time limits, which are the same for every connection of the service. */
function startupOptions({ assumeRole }: DatabaseTarget): string {
  const settings = { ...sessionSettings, ...(assumeRole ? { role: RUNTIME_ROLE } : {}) }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
