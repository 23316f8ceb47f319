import { issueRecords } from './issue-activity.ts'
import { issueApprovals } from './issue-approvals.ts'
import { issueAttachments } from './issue-attachments.ts'
import { issueComments } from './issue-comments.ts'
import { issueFields } from './issue-fields.ts'
import { issueLinkTypes } from './issue-link-types.ts'
import { issueLinks } from './issue-links.ts'
import { issues, projectIssues } from './issue-operations.ts'
import { issuePriorities } from './issue-priorities.ts'
import { issueScreenFields } from './issue-screen-fields.ts'
import { issueScreens } from './issue-screens.ts'
import { issueStatuses } from './issue-statuses.ts'
import { issueTransitions } from './issue-transitions.ts'
import { issueTypes } from './issue-types.ts'
import { issueWatchers } from './issue-watchers.ts'
import { issueWorkflowStatuses } from './issue-workflow-statuses.ts'
import { issueWorkflowTransitions } from './issue-workflow-transitions.ts'
import { issueWorkflows } from './issue-workflows.ts'
import { projects } from './projects.ts'

export {
  IssueActivity,
  type IssueActivityType,
  IssueHistoryEntry,
  issueActivityTypes,
} from './issue-activity.ts'
export {
  approvalVotes,
  IssueApproval,
  IssueApprovalCreate,
  type VoteObstacle,
  voteObstacles,
} from './issue-approvals.ts'
export { IssueAttachment, IssueAttachmentCreate } from './issue-attachments.ts'
export { issueCollection, issueColumns } from './issue-collections.ts'
export {
  commentVisibilities,
  IssueComment,
  IssueCommentCreate,
  IssueCommentUpdate,
} from './issue-comments.ts'
export { IssueConfigurationCloneInput } from './issue-configuration-members.ts'
export { IssueDetails, IssueDetailsInput, issueDetailsMembers, issueDetailsTexts } from './issue-details.ts'
export { issueDetailsFilters } from './issue-details-filters.ts'
export { issueDetailsValues, issueOutcomes, repairOutcomes, resolutionCodes } from './issue-details-values.ts'
export * from './issue-field-types.ts'
export * from './issue-fields.ts'
export * from './issue-link-types.ts'
export { IssueLink, IssueLinkCreate } from './issue-links.ts'
export { IssueMoveInput, issueLifecycle } from './issue-operations.ts'
export * from './issue-priorities.ts'
export * from './issue-screen-fields.ts'
export * from './issue-screens.ts'
export * from './issue-status-categories.ts'
export * from './issue-statuses.ts'
export * from './issue-subtypes.ts'
export * from './issue-transition-rules.ts'
export { IssueTransition, IssueTransitionInput, issueTransitionColumns } from './issue-transitions.ts'
export * from './issue-types.ts'
export { IssueWatcher, IssueWatcherCreate, watchReasons } from './issue-watchers.ts'
export * from './issue-workflow-statuses.ts'
export * from './issue-workflow-transitions.ts'
export * from './issue-workflows.ts'
export * from './issues.ts'
export * from './projects.ts'

export const workGroups = {
  projects,
  issues,
  projectIssues,
  issueTypes,
  issueStatuses,
  issuePriorities,
  issueWorkflows,
  issueWorkflowStatuses,
  issueWorkflowTransitions,
  issueLinkTypes,
  issueFields,
  issueScreens,
  issueScreenFields,
  issueTransitions,
  issueApprovals,
  issueComments,
  issueAttachments,
  issueLinks,
  issueWatchers,
  issueRecords,
}
