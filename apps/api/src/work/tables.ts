import { assetRepairs } from './asset-repairs.table.ts'
import { issueApprovals } from './issue-approvals.table.ts'
import { issueActivities, issueComments, issueTexts, issueWatchers } from './issue-conversation.table.ts'
import { issueFieldIssueTypes, issueFieldOptions, issueFields } from './issue-fields.table.ts'
import { issueLinkTypes } from './issue-link-types.table.ts'
import { issueAttachments, issueLinks } from './issue-links.table.ts'
import {
  issueAssets,
  issueConfigurationItems,
  issueFieldValues,
  issueFormerKeys,
  issueLabels,
  issueMentions,
  recordsInFieldValues,
} from './issue-parts.table.ts'
import { issuePriorities } from './issue-priorities.table.ts'
import { issueScreenFields } from './issue-screen-fields.table.ts'
import { issueScreens } from './issue-screens.table.ts'
import { issueSettings, issueTypeProjects } from './issue-settings.table.ts'
import { issueStatuses } from './issue-statuses.table.ts'
import { issueTypes } from './issue-types.table.ts'
import { issueWorkflowStatuses } from './issue-workflow-statuses.table.ts'
import {
  issueWorkflowTransitionFields,
  issueWorkflowTransitionGroups,
  issueWorkflowTransitions,
} from './issue-workflow-transitions.table.ts'
import { issueWorkflows } from './issue-workflows.table.ts'
import { issues, personsInDetails } from './issues.table.ts'

export const workTables = {
  owned: [
    assetRepairs,
    issueFieldIssueTypes,
    issueSettings,
    issueTypeProjects,
    issueWorkflowTransitionFields,
    issueWorkflowTransitionGroups,
    issues,
    issueLabels,
    issueAssets,
    issueConfigurationItems,
    issueFieldValues,
    issueMentions,
    issueApprovals,
    issueFormerKeys,
    issueComments,
    issueWatchers,
    issueActivities,
    issueLinks,
    issueAttachments,
  ],
  catalogue: [
    issueTypes,
    issueStatuses,
    issuePriorities,
    issueWorkflows,
    issueWorkflowStatuses,
    issueWorkflowTransitions,
    issueLinkTypes,
    issueFields,
    issueFieldOptions,
    issueScreens,
    issueScreenFields,
  ],
  searched: [issueTexts],
}

export const workUnkeyed = [recordsInFieldValues, ...personsInDetails]
