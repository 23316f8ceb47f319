import { setTimeout as wait } from 'node:timers/promises'
import type { JobQueue, JobSubject } from '../../src/jobs/job-queue.ts'

/** A job about this record fails whenever it is run. */
export const POISON = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** A queue whose jobs take a moment, or never end; `tell` is called with each that began. */
export const slowQueue = (tell: (subject: JobSubject) => void, isEndless = false): JobQueue => ({
  name: 'test',
  slots: 4,
  perGroup: 2,
  retryLimit: 2,
  retryDelay: 1,
  expireInSeconds: 60,
  async run(subject) {
    tell(subject)
    await (isEndless ? new Promise(() => {}) : wait(300))
    if (subject.record_id === POISON) throw new Error('cannot be done')
  },
})
