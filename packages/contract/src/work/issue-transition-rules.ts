import { z } from 'zod'

/** The roles of a user in an issue that a transition can require. */
export const issueTransitionActors = ['reporter', 'assignee', 'watcher'] as const

export const issueTransitionActor = z.enum(issueTransitionActors).meta({
  id: 'IssueTransitionActor',
  description: 'The role of a user in an issue.',
})

/** `directed` leaves one status, `global` leaves any. */
export const issueTransitionTypes = ['directed', 'global'] as const

export const issueTransitionType = z.enum(issueTransitionTypes).meta({
  id: 'IssueTransitionType',
  description: '`directed` leaves one status, `global` leaves any.',
})

/** Permissions that a transition can require in addition to `issues:write`. */
export const issueTransitionPermissions = ['issues:manage', 'issues:delete'] as const

export const issueTransitionPermission = z.enum(issueTransitionPermissions).meta({
  id: 'IssueTransitionPermission',
  description: 'A permission that a transition needs in addition to `issues:write`.',
})
export type IssueTransitionPermission = z.infer<typeof issueTransitionPermission>
