import { type Area, resource } from '../kernel/area.ts'
import { assetRepairHandlers } from './asset-repairs.handlers.ts'
import { assetRepairStore } from './asset-repairs.store.ts'
import { issueApprovalHandlers } from './issue-approvals.handlers.ts'
import { approvalStore } from './issue-approvals.store.ts'
import { issueAttachmentHandlers } from './issue-attachments.handlers.ts'
import { issueCommentHandlers } from './issue-comments.handlers.ts'
import { attachmentStore, commentStore, watcherStore } from './issue-conversation.store.ts'
import { issueActivities, issueTexts } from './issue-conversation.table.ts'
import { issueFieldHandlers } from './issue-fields.handlers.ts'
import { issueFieldStore } from './issue-fields.store.ts'
import { issueFieldIssueTypes, issueFieldOptions } from './issue-fields.table.ts'
import { issueLinkTypeHandlers } from './issue-link-types.handlers.ts'
import { issueLinkTypeStore } from './issue-link-types.store.ts'
import { issueLinkHandlers } from './issue-links.handlers.ts'
import { linkStore } from './issue-links.store.ts'
import {
  issueAssets,
  issueConfigurationItems,
  issueFieldValues,
  issueFormerKeys,
  issueLabels,
  issueMentions,
  recordsInFieldValues,
} from './issue-parts.table.ts'
import { issuePriorityHandlers } from './issue-priorities.handlers.ts'
import { issuePriorityStore } from './issue-priorities.store.ts'
import { issueRecordHandlers } from './issue-records.handlers.ts'
import { issueScreenFieldHandlers } from './issue-screen-fields.handlers.ts'
import { issueScreenFieldStore } from './issue-screen-fields.store.ts'
import { issueScreenHandlers } from './issue-screens.handlers.ts'
import { issueScreenStore } from './issue-screens.store.ts'
import { issueSettings, issueTypeProjects } from './issue-settings.table.ts'
import { issueStatusHandlers } from './issue-statuses.handlers.ts'
import { issueStatusStore } from './issue-statuses.store.ts'
import { issueTransitionHandlers } from './issue-transitions.handlers.ts'
import { issueTypeHandlers } from './issue-types.handlers.ts'
import { issueTypeStore } from './issue-types.store.ts'
import { issueWatcherHandlers } from './issue-watchers.handlers.ts'
import { issueWorkflowStatusHandlers } from './issue-workflow-statuses.handlers.ts'
import { issueWorkflowStatusStore } from './issue-workflow-statuses.store.ts'
import { issueWorkflowTransitionHandlers } from './issue-workflow-transitions.handlers.ts'
import { issueWorkflowTransitionStore } from './issue-workflow-transitions.store.ts'
import {
  issueWorkflowTransitionFields,
  issueWorkflowTransitionGroups,
} from './issue-workflow-transitions.table.ts'
import { issueWorkflowHandlers } from './issue-workflows.handlers.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'
import { issueHandlers, projectIssueHandlers } from './issues.handlers.ts'
import { issueStore } from './issues.store.ts'
import { personsInDetails } from './issues.table.ts'
import { projectHandlers } from './projects.handlers.ts'
import { seedWork } from './seeds.ts'

/** Projects, the issues in them, how issues are configured, and repairs, which are issues. */
export const workArea: Area<unknown> = {
  resources: [
    resource({ store: issueStore, handlers: issueHandlers }),
    resource({ store: issueTypeStore, handlers: issueTypeHandlers }),
    resource({ store: issueStatusStore, handlers: issueStatusHandlers }),
    resource({ store: issuePriorityStore, handlers: issuePriorityHandlers }),
    resource({ store: issueWorkflowStore, handlers: issueWorkflowHandlers }),
    resource({ store: issueWorkflowStatusStore, handlers: issueWorkflowStatusHandlers }),
    resource({ store: issueWorkflowTransitionStore, handlers: issueWorkflowTransitionHandlers }),
    resource({ store: issueLinkTypeStore, handlers: issueLinkTypeHandlers }),
    resource({ store: issueFieldStore, handlers: issueFieldHandlers }),
    resource({ store: issueScreenStore, handlers: issueScreenHandlers }),
    resource({ store: issueScreenFieldStore, handlers: issueScreenFieldHandlers }),
    resource({ store: approvalStore, handlers: issueApprovalHandlers }),
    resource({ store: commentStore, handlers: issueCommentHandlers }),
    resource({ store: attachmentStore, handlers: issueAttachmentHandlers }),
    resource({ store: linkStore, handlers: issueLinkHandlers }),
    resource({ store: watcherStore, handlers: issueWatcherHandlers }),
    resource({ store: assetRepairStore, handlers: assetRepairHandlers }),
  ],
  handlers: [projectHandlers, projectIssueHandlers, issueTransitionHandlers, issueRecordHandlers],
  tables: {
    owned: [
      issueFieldIssueTypes,
      issueSettings,
      issueTypeProjects,
      issueWorkflowTransitionFields,
      issueWorkflowTransitionGroups,
      issueLabels,
      issueAssets,
      issueConfigurationItems,
      issueFieldValues,
      issueMentions,
      issueFormerKeys,
      issueActivities,
    ],
    catalogue: [issueFieldOptions],
    searched: [issueTexts],
  },
  unkeyed: [recordsInFieldValues, ...personsInDetails],
  seed: seedWork,
}
