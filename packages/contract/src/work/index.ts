import { issues, projectIssues } from './issue-operations.ts'
import { projects } from './projects.ts'

export {
  IssueActivity,
  type IssueActivityType,
  IssueHistoryEntry,
  issueActivityTypes,
} from './issue-activity.ts'
export {
  commentVisibilities,
  IssueComment,
  IssueCommentCreate,
  IssueCommentUpdate,
} from './issue-comments.ts'
export { IssueDetails, IssueDetailsInput, issueDetailsMembers } from './issue-details.ts'
export { resolutionCodes } from './issue-details-values.ts'
export * from './issue-field-types.ts'
export { issueCollection, issueColumns, issueLifecycle } from './issue-operations.ts'
export * from './issue-status-categories.ts'
export * from './issue-subtypes.ts'
export * from './issue-transition-rules.ts'
export { IssueWatcher, IssueWatcherCreate, watchReasons } from './issue-watchers.ts'
export * from './issues.ts'
export * from './projects.ts'

export const workGroups = { projects, issues, projectIssues }
