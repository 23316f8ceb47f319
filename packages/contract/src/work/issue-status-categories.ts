import { z } from 'zod'

/** The categories of statuses; the last two close an issue. */
export const issueStatusCategories = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const

export const statusCategory = z.enum(issueStatusCategories).meta({
  id: 'IssueStatusCategory',
  description: 'Category of a status; `completed` and `cancelled` close an issue.',
})
export type IssueStatusCategory = z.infer<typeof statusCategory>
