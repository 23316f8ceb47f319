import type {
  IssueField,
  IssueFieldCreate,
  IssueFieldUpdate,
  IssueLinkType,
  IssueLinkTypeCreate,
  IssueLinkTypeUpdate,
  IssuePriority,
  IssuePriorityCreate,
  IssuePriorityUpdate,
  IssueScreen,
  IssueScreenCreate,
  IssueScreenUpdate,
  IssueStatus,
  IssueStatusCreate,
  IssueStatusUpdate,
  IssueType,
  IssueTypeCreate,
  IssueTypeUpdate,
  IssueWorkflow,
  IssueWorkflowCreate,
  IssueWorkflowUpdate,
} from '@commonhold/contract'
import { api } from '../../api.ts'
import type { CatalogueOperations } from './catalogue-moves.tsx'

/** The operations of issue statuses. */
export const statusOperations: CatalogueOperations<IssueStatus> = {
  page: (query, options) => api.issueStatuses.list.safe(query, options),
  get: (issue_status_id) => api.issueStatuses.get({ issue_status_id }),
  create: (body: IssueStatusCreate, options) => api.issueStatuses.create(body, options),
  update: (issue_status_id, body: IssueStatusUpdate) => api.issueStatuses.update({ issue_status_id }, body),
  remove: (issue_status_id) => api.issueStatuses.delete({ issue_status_id }),
}

/** The operations of issue priorities. */
export const priorityOperations: CatalogueOperations<IssuePriority> = {
  page: (query, options) => api.issuePriorities.list.safe(query, options),
  get: (issue_priority_id) => api.issuePriorities.get({ issue_priority_id }),
  create: (body: IssuePriorityCreate, options) => api.issuePriorities.create(body, options),
  update: (issue_priority_id, body: IssuePriorityUpdate) =>
    api.issuePriorities.update({ issue_priority_id }, body),
  remove: (issue_priority_id) => api.issuePriorities.delete({ issue_priority_id }),
}

/** The operations of issue link types. */
export const linkTypeOperations: CatalogueOperations<IssueLinkType> = {
  page: (query, options) => api.issueLinkTypes.list.safe(query, options),
  get: (issue_link_type_id) => api.issueLinkTypes.get({ issue_link_type_id }),
  create: (body: IssueLinkTypeCreate, options) => api.issueLinkTypes.create(body, options),
  update: (issue_link_type_id, body: IssueLinkTypeUpdate) =>
    api.issueLinkTypes.update({ issue_link_type_id }, body),
  remove: (issue_link_type_id) => api.issueLinkTypes.delete({ issue_link_type_id }),
}

/** The operations of issue fields. */
export const fieldOperations: CatalogueOperations<IssueField> = {
  page: (query, options) => api.issueFields.list.safe(query, options),
  get: (issue_field_id) => api.issueFields.get({ issue_field_id }),
  create: (body: IssueFieldCreate, options) => api.issueFields.create(body, options),
  update: (issue_field_id, body: IssueFieldUpdate) => api.issueFields.update({ issue_field_id }, body),
  remove: (issue_field_id) => api.issueFields.delete({ issue_field_id }),
}

/** The operations of issue types. */
export const typeOperations: CatalogueOperations<IssueType> = {
  page: (query, options) =>
    api.issueTypes.list.safe({ ...query, include: ['workflow_record', 'create_screen_record'] }, options),
  get: (issue_type_id) => api.issueTypes.get({ issue_type_id }),
  create: (body: IssueTypeCreate, options) => api.issueTypes.create(body, options),
  update: (issue_type_id, body: IssueTypeUpdate) => api.issueTypes.update({ issue_type_id }, body),
  remove: (issue_type_id) => api.issueTypes.delete({ issue_type_id }),
  isSharedSwitched: true,
}

/** The operations of issue screens. */
export const screenOperations: CatalogueOperations<IssueScreen> = {
  page: (query, options) => api.issueScreens.list.safe(query, options),
  get: (issue_screen_id) => api.issueScreens.get({ issue_screen_id }),
  create: (body: IssueScreenCreate, options) => api.issueScreens.create(body, options),
  update: (issue_screen_id, body: IssueScreenUpdate) => api.issueScreens.update({ issue_screen_id }, body),
  remove: (issue_screen_id) => api.issueScreens.delete({ issue_screen_id }),
  clone: (issue_screen_id, body) => api.issueScreens.clone({ issue_screen_id }, body),
  isSharedSwitched: true,
}

/** The operations of issue workflows. */
export const workflowOperations: CatalogueOperations<IssueWorkflow> = {
  page: (query, options) => api.issueWorkflows.list.safe(query, options),
  get: (issue_workflow_id) => api.issueWorkflows.get({ issue_workflow_id }),
  create: (body: IssueWorkflowCreate, options) => api.issueWorkflows.create(body, options),
  update: (issue_workflow_id, body: IssueWorkflowUpdate) =>
    api.issueWorkflows.update({ issue_workflow_id }, body),
  remove: (issue_workflow_id) => api.issueWorkflows.delete({ issue_workflow_id }),
  clone: (issue_workflow_id, body) => api.issueWorkflows.clone({ issue_workflow_id }, body),
  isSharedSwitched: true,
}
