import { assetRepairHandlers } from './asset-repairs.handlers.ts'
import { issueApprovalHandlers } from './issue-approvals.handlers.ts'
import { issueAttachmentHandlers } from './issue-attachments.handlers.ts'
import { issueCommentHandlers } from './issue-comments.handlers.ts'
import { issueFieldHandlers } from './issue-fields.handlers.ts'
import { issueLinkTypeHandlers } from './issue-link-types.handlers.ts'
import { issueLinkHandlers } from './issue-links.handlers.ts'
import { issuePriorityHandlers } from './issue-priorities.handlers.ts'
import { issueRecordHandlers } from './issue-records.handlers.ts'
import { issueScreenFieldHandlers } from './issue-screen-fields.handlers.ts'
import { issueScreenHandlers } from './issue-screens.handlers.ts'
import { issueStatusHandlers } from './issue-statuses.handlers.ts'
import { issueTransitionHandlers } from './issue-transitions.handlers.ts'
import { issueTypeHandlers } from './issue-types.handlers.ts'
import { issueWatcherHandlers } from './issue-watchers.handlers.ts'
import { issueWorkflowStatusHandlers } from './issue-workflow-statuses.handlers.ts'
import { issueWorkflowTransitionHandlers } from './issue-workflow-transitions.handlers.ts'
import { issueWorkflowHandlers } from './issue-workflows.handlers.ts'
import { issueHandlers, projectIssueHandlers } from './issues.handlers.ts'
import { projectHandlers } from './projects.handlers.ts'

/** Projects, the issues in them, and how issues are configured. */
export const workHandlers = [
  ...projectHandlers,
  ...issueHandlers,
  ...projectIssueHandlers,
  ...issueTypeHandlers,
  ...issueStatusHandlers,
  ...issuePriorityHandlers,
  ...issueWorkflowHandlers,
  ...issueWorkflowStatusHandlers,
  ...issueWorkflowTransitionHandlers,
  ...issueLinkTypeHandlers,
  ...issueFieldHandlers,
  ...issueScreenHandlers,
  ...issueScreenFieldHandlers,
  ...issueTransitionHandlers,
  ...issueApprovalHandlers,
  ...issueCommentHandlers,
  ...issueAttachmentHandlers,
  ...issueLinkHandlers,
  ...issueWatcherHandlers,
  ...issueRecordHandlers,
  ...assetRepairHandlers,
]
