import { workGroups } from '../work/index.ts'
import { issuesBulk, issuesSummary, issuesUpsert } from '../work/issue-operations.ts'
import { projectsBulk, projectsHistory, projectsUpsert } from '../work/projects.ts'

// Operations on projects and issues; their names follow from their paths (docs/decisions/0002-names-follow-paths.md).

export const projects = {
  bulk: projectsBulk,
  upsert: projectsUpsert,
  list: workGroups.projects.list,
  create: workGroups.projects.create,
  get: workGroups.projects.get,
  update: workGroups.projects.update,
  delete: workGroups.projects.delete,
  archive: workGroups.projects.archive,
  restore: workGroups.projects.restore,
  history: { list: projectsHistory },
  groups: {
    list: workGroups.projects.groups,
  },
  issues: workGroups.projectIssues,
}

export const issues = {
  summary: { list: issuesSummary },
  bulk: issuesBulk,
  upsert: issuesUpsert,
  list: workGroups.issues.list,
  create: workGroups.issues.create,
  get: workGroups.issues.get,
  update: workGroups.issues.update,
  delete: workGroups.issues.delete,
  archive: workGroups.issues.archive,
  restore: workGroups.issues.restore,
  transition: workGroups.issueTransitions.perform,
  transitions: {
    list: workGroups.issueTransitions.list,
  },
  approvals: workGroups.issueApprovals,
  comments: workGroups.issueComments,
  attachments: workGroups.issueAttachments,
  links: workGroups.issueLinks,
  watchers: workGroups.issueWatchers,
  history: {
    list: workGroups.issueRecords.history,
    get: workGroups.issueRecords.historyEntry,
  },
  activity: {
    list: workGroups.issueRecords.activity,
  },
}
