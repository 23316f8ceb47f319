import { setTimeout as wait } from 'node:timers/promises'
import type { JobQueue, JobSubject } from '../../src/jobs/job-queue.ts'

/** A job for this record always fails. */
export const POISON = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** A queue whose jobs take 300 ms, or never end. `tell` is called with the subject of each job that begins. */
export const slowQueue = (report: (subject: JobSubject) => void, isEndless = false): JobQueue => ({
  name: 'test',
  slots: 4,
  perGroup: 2,
  retryLimit: 2,
  retryDelay: 1,
  expireInSeconds: 60,
  async run(subject) {
    report(subject)
    await (isEndless ? new Promise(() => {}) : wait(300))
    if (subject.record_id === POISON) throw new Error('cannot be done')
  },
})
