import type { Area } from '../store/area.ts'
import { jobHandlers } from './jobs.handlers.ts'
import type { Jobs } from './jobs.ts'

/** The services that the handlers of jobs need. */
export interface JobServices {
  readonly jobs: Pick<Jobs, 'retry'>
}

/** The operations with which operators list jobs and retry failed ones. */
export const jobArea: Area<JobServices> = {
  resources: [],
  handlers: [({ jobs }) => jobHandlers(jobs)],
}
