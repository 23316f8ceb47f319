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

/** Connections that one process keeps for its jobs, beside those of requests. */
const CONNECTIONS = 3
/** Seconds between looks for jobs whose process died. */
const SUPERVISION = 5
/** Seconds for which a job that failed is kept. */
const KEPT = 14 * 86_400

/** Jobs on PostgreSQL: they are added in the transaction of the change that causes them, and outlive any process. */
export interface Jobs {
  /** Makes the queues and, where this process works, begins to run jobs. */
  start(queues: readonly JobQueue[]): Promise<void>
  /** Adds jobs, in the transaction of the change that causes them. */
  add(tx: Transaction, queue: string, jobs: readonly NewJob[]): Promise<void>
  /** Lets a failed job wait again, in the transaction of the request. */
  retry(tx: Transaction, queue: string, id: string): Promise<void>
  /** Makes jobs due at once that wait until a time, however late unless one is given. */
  makeDue(tx: Transaction, queue: string, jobs: WaitingJobs & { readonly until?: string }): Promise<void>
  /** True where a job waits, which cannot begin before the transaction ends. */
  isWaiting(tx: Transaction, queue: string, jobs: WaitingJobs): Promise<boolean>
  /** Resolves when the jobs in progress have ended; no other is begun. */
  stop(): Promise<void>
}

/** The library writes through the transaction of the caller. */
const inTransaction = (tx: Transaction) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await tx.run<Record<string, unknown>>({ text, parameters: values, prepare: false }),
  }),
})

/** Opens the jobs of a database. `works`: whether this process runs them, or adds them alone. */
export function openJobs(target: DatabaseTarget, works: boolean, log: Logger): Jobs {
  const boss = new PgBoss({
    ...addressOf(target),
    schema: JOB_SCHEMA,
    max: CONNECTIONS,
    application_name: 'commonhold jobs',
    options: startupOptions(target),
    // The owner makes the tables: `installJobs`.
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
  let stopping: Promise<void> | undefined
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
      if (works && !stopping) worker = startJobWorker(boss, queues, log)
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
    stop() {
      stopping ??= (async () => {
        await worker?.stop()
        // What never started has nothing to stop.
        if (await starting?.catch(() => undefined)) await boss.stop({ graceful: false })
      })()
      return stopping
    },
  }
}

const addressOf = ({ url, host, port, user, password, database }: DatabaseTarget) =>
  url ? { connectionString: url } : { host, port, user, password, database }

/** Role and time limits, as every connection of the service has them. */
function startupOptions({ assumeRole }: DatabaseTarget): string {
  const settings = { ...sessionSettings, ...(assumeRole ? { role: RUNTIME_ROLE } : {}) }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
