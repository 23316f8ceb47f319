import { issueRecords } from './issue-activity.ts'
import { issueApprovals } from './issue-approvals.ts'
import { issueAttachments } from './issue-attachments.ts'
import { issueComments } from './issue-comments.ts'
import { issueFields, issueFieldsBulk, issueFieldsHistory, issueFieldsUpsert } from './issue-fields.ts'
import {
  issueLinkTypes,
  issueLinkTypesBulk,
  issueLinkTypesHistory,
  issueLinkTypesUpsert,
} from './issue-link-types.ts'
import { issueLinks } from './issue-links.ts'
import { issues, issuesBulk, issuesSummary, issuesUpsert, projectIssues } from './issue-operations.ts'
import {
  issuePriorities,
  issuePrioritiesBulk,
  issuePrioritiesHistory,
  issuePrioritiesUpsert,
} from './issue-priorities.ts'
import {
  issueScreenFields,
  issueScreenFieldsBulk,
  issueScreenFieldsHistory,
  issueScreenFieldsUpsert,
} from './issue-screen-fields.ts'
import { issueScreens, issueScreensBulk, issueScreensHistory, issueScreensUpsert } from './issue-screens.ts'
import {
  issueStatuses,
  issueStatusesBulk,
  issueStatusesHistory,
  issueStatusesUpsert,
} from './issue-statuses.ts'
import { issueTransitions } from './issue-transitions.ts'
import { issueTypes, issueTypesBulk, issueTypesHistory, issueTypesUpsert } from './issue-types.ts'
import { issueWatchers } from './issue-watchers.ts'
import {
  issueWorkflowStatuses,
  issueWorkflowStatusesBulk,
  issueWorkflowStatusesHistory,
  issueWorkflowStatusesUpsert,
} from './issue-workflow-statuses.ts'
import {
  issueWorkflowTransitions,
  issueWorkflowTransitionsBulk,
  issueWorkflowTransitionsHistory,
  issueWorkflowTransitionsUpsert,
} from './issue-workflow-transitions.ts'
import {
  issueWorkflows,
  issueWorkflowsBulk,
  issueWorkflowsHistory,
  issueWorkflowsUpsert,
} from './issue-workflows.ts'
import { projects, projectsBulk, projectsHistory, projectsUpsert } from './projects.ts'

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

export const workDerivedOperations = {
  projects: { bulk: projectsBulk, upsert: projectsUpsert, history: { list: projectsHistory } },
  issues: { bulk: issuesBulk, upsert: issuesUpsert, summary: { list: issuesSummary } },
  issueTypes: { bulk: issueTypesBulk, upsert: issueTypesUpsert, history: { list: issueTypesHistory } },
  issueStatuses: {
    bulk: issueStatusesBulk,
    upsert: issueStatusesUpsert,
    history: { list: issueStatusesHistory },
  },
  issuePriorities: {
    bulk: issuePrioritiesBulk,
    upsert: issuePrioritiesUpsert,
    history: { list: issuePrioritiesHistory },
  },
  issueWorkflows: {
    bulk: issueWorkflowsBulk,
    upsert: issueWorkflowsUpsert,
    history: { list: issueWorkflowsHistory },
  },
  issueWorkflowStatuses: {
    bulk: issueWorkflowStatusesBulk,
    upsert: issueWorkflowStatusesUpsert,
    history: { list: issueWorkflowStatusesHistory },
  },
  issueWorkflowTransitions: {
    bulk: issueWorkflowTransitionsBulk,
    upsert: issueWorkflowTransitionsUpsert,
    history: { list: issueWorkflowTransitionsHistory },
  },
  issueLinkTypes: {
    bulk: issueLinkTypesBulk,
    upsert: issueLinkTypesUpsert,
    history: { list: issueLinkTypesHistory },
  },
  issueFields: { bulk: issueFieldsBulk, upsert: issueFieldsUpsert, history: { list: issueFieldsHistory } },
  issueScreens: {
    bulk: issueScreensBulk,
    upsert: issueScreensUpsert,
    history: { list: issueScreensHistory },
  },
  issueScreenFields: {
    bulk: issueScreenFieldsBulk,
    upsert: issueScreenFieldsUpsert,
    history: { list: issueScreenFieldsHistory },
  },
}
