import { type Area, resource } from '../store/area.ts'
import { assetRepairHandlers } from './change/asset-repairs.handlers.ts'
import { issueApprovalHandlers } from './change/issue-approvals.handlers.ts'
import { approvalStore } from './change/issue-approvals.store.ts'
import { keepFormerParties } from './change/issue-former-parties.repository.ts'
import { issueTransitionHandlers } from './change/issue-transitions.handlers.ts'
import { issueHandlers, projectIssueHandlers } from './change/issues.handlers.ts'
import { issueFieldHandlers } from './configuration/issue-fields.handlers.ts'
import { issueFieldStore } from './configuration/issue-fields.store.ts'
import { issueFieldIssueTypes, issueFieldOptions } from './configuration/issue-fields.table.ts'
import { issueLinkTypeHandlers } from './configuration/issue-link-types.handlers.ts'
import { issueLinkTypeStore } from './configuration/issue-link-types.store.ts'
import { issuePriorityHandlers } from './configuration/issue-priorities.handlers.ts'
import { issuePriorityStore } from './configuration/issue-priorities.store.ts'
import { issueScreenFieldStore } from './configuration/issue-screen-fields.store.ts'
import { issueScreenHandlers } from './configuration/issue-screens.handlers.ts'
import { issueScreenStore } from './configuration/issue-screens.store.ts'
import { issueSettings, issueTypeProjects } from './configuration/issue-settings.table.ts'
import { issueStatusHandlers } from './configuration/issue-statuses.handlers.ts'
import { issueStatusStore } from './configuration/issue-statuses.store.ts'
import { issueTypeHandlers } from './configuration/issue-types.handlers.ts'
import { issueTypeStore } from './configuration/issue-types.store.ts'
import { issueWorkflowStatusHandlers } from './configuration/issue-workflow-statuses.handlers.ts'
import { issueWorkflowStatusStore } from './configuration/issue-workflow-statuses.store.ts'
import { issueWorkflowTransitionStore } from './configuration/issue-workflow-transitions.store.ts'
import {
  issueWorkflowTransitionFields,
  issueWorkflowTransitionGroups,
} from './configuration/issue-workflow-transitions.table.ts'
import { issueWorkflowHandlers } from './configuration/issue-workflows.handlers.ts'
import { issueWorkflowStore } from './configuration/issue-workflows.store.ts'
import { issueAttachmentHandlers } from './conversation/issue-attachments.handlers.ts'
import { issueCommentHandlers } from './conversation/issue-comments.handlers.ts'
import { attachmentStore, commentStore, watcherStore } from './conversation/issue-conversation.store.ts'
import { issueActivities, issueTexts } from './conversation/issue-conversation.table.ts'
import { issueLinkHandlers } from './conversation/issue-links.handlers.ts'
import { linkStore } from './conversation/issue-links.store.ts'
import { issueRecordHandlers } from './conversation/issue-records.handlers.ts'
import { issueWatcherHandlers } from './conversation/issue-watchers.handlers.ts'
import {
  issueAssets,
  issueConfigurationItems,
  issueFieldValues,
  issueFormerKeys,
  issueFormerParties,
  issueLabels,
  issueMentions,
  recordsInFieldValues,
} from './issues/issue-parts.table.ts'
import { issueScreenFieldHandlers } from './issues/issue-screen-fields.handlers.ts'
import { issueWorkflowTransitionHandlers } from './issues/issue-workflow-transitions.handlers.ts'
import { issueStore } from './issues/issues.store.ts'
import { personsInDetails } from './issues/issues.table.ts'
import { projectHandlers } from './projects/projects.handlers.ts'
import { assetRepairStore } from './repairs/asset-repairs.store.ts'
import { seedWork } from './seeds.ts'

/** The area of projects, issues, the configuration of issues, and repairs, whose work is an issue. */
export const workArea: Area<unknown> = {
  functions: new URL('./functions.sql', import.meta.url),
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
      issueFormerParties,
      issueActivities,
    ],
    catalogue: [issueFieldOptions],
    searched: [issueTexts],
  },
  unkeyed: [recordsInFieldValues, ...personsInDetails],
  storeFromLog: keepFormerParties,
  seed: seedWork,
}
