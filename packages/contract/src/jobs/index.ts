import { jobs } from './jobs.ts'

export { Job, JobRetrying, jobStates } from './jobs.ts'

export const jobGroups = { jobs }
