/** The record that a job works on. Only ids are stored, so that the job reads the record as it is when it runs. */
export interface JobSubject {
  readonly tenant_id: string
  readonly record_id: string
}

/**
 * A queue: one kind of job, and how it is run. A job may run more than once, because a worker can die after the work and
 * before that is recorded.
 */
export interface JobQueue {
  readonly name: string
  /** The maximum number of jobs that one process runs concurrently. */
  readonly slots: number
  /** The same for the jobs of one group; the group is set when a job is added. */
  readonly perGroup?: number
  /**
   * The maximum number of jobs of one group that all processes together may claim; default: `perGroup`. For short jobs a
   * higher number is better: a process then queries the queue less often.
   */
  readonly prefetch?: number
  /** The maximum number of jobs of one tenant that one process runs concurrently. */
  readonly perTenant?: number
  /** The number of retries. The first comes after `retryDelay` seconds; each further delay is twice as long. */
  readonly retryLimit: number
  readonly retryDelay: number
  /** Seconds after which an unfinished job counts as lost with its process, and is retried. */
  readonly expireInSeconds: number
  run(subject: JobSubject): Promise<void>
}

/** Selects waiting jobs of a group: all, or those of one record. */
export interface WaitingJobs {
  readonly group: string
  readonly recordId?: string
}

/** A job to add. */
export interface NewJob {
  readonly subject: JobSubject
  readonly group?: string
  /** The earliest time at which it runs; default: immediately. */
  readonly dueAt?: Date
}
