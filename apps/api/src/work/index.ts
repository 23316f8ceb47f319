import { issueHandlers, projectIssueHandlers } from './issues.handlers.ts'
import { projectHandlers } from './projects.handlers.ts'

/** Projects, and the issues in them. */
export const workHandlers = [...projectHandlers, ...issueHandlers, ...projectIssueHandlers]
