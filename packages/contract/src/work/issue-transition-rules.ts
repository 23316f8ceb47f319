import { z } from 'zod'

/** Who can stand to an issue in a way that a transition asks for. */
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

/** Permissions that a transition can ask for beyond `issues:write`. */
export const issueTransitionPermissions = ['issues:manage', 'issues:delete'] as const

export const issueTransitionPermission = z.enum(issueTransitionPermissions).meta({
  id: 'IssueTransitionPermission',
  description: 'A permission that a transition needs besides `issues:write`.',
})
export type IssueTransitionPermission = z.infer<typeof issueTransitionPermission>
