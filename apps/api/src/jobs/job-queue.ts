/** What a job is about: ids alone, so that the record itself is read when the job runs. */
export interface JobSubject {
  readonly tenant_id: string
  readonly record_id: string
}

/** One kind of work, and how it is run. Its jobs may run more than once: a worker can die between the work and its end. */
export interface JobQueue {
  readonly name: string
  /** Jobs that one process runs at once. */
  readonly slots: number
  /** Jobs of one group that one process runs at once; the group is set when a job is added. */
  readonly perGroup?: number
  /**
   * Jobs of one group that all processes together have claimed, running or about to run; as many as `perGroup` unless given.
   * Where jobs are short, a process that claims more looks at the queue less often.
   */
  readonly prefetch?: number
  /** Jobs of one tenant that one process runs at once. */
  readonly perTenant?: number
  /** Tries after the first, each twice as many seconds after the one before, beginning with `retryDelay`. */
  readonly retryLimit: number
  readonly retryDelay: number
  /** Seconds after which a job that has not ended counts as lost with its process, and is tried again. */
  readonly expireInSeconds: number
  run(subject: JobSubject): Promise<void>
}

/** Jobs of a group that wait: all, or those about one record. */
export interface WaitingJobs {
  readonly group: string
  readonly recordId?: string
}

/** A job that is to be added. */
export interface NewJob {
  readonly subject: JobSubject
  readonly group?: string
  /** Not run before; at once unless given. */
  readonly dueAt?: Date
}
