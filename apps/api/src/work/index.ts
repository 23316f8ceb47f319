import { projectHandlers } from './projects.handlers.ts'

/** Projects, and the issues in them. */
export const workHandlers = [...projectHandlers]
