import type { Area } from '../store/area.ts'
import { jobHandlers } from './jobs.handlers.ts'
import type { Jobs } from './jobs.ts'

/** What the handlers of jobs need. */
export interface JobServices {
  readonly jobs: Pick<Jobs, 'retry'>
}

/** Work outside of requests, for the operators of the installation. */
export const jobArea: Area<JobServices> = {
  resources: [],
  handlers: [({ jobs }) => jobHandlers(jobs)],
}
