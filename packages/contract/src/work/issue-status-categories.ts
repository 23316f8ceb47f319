import { z } from 'zod'

/** What a status means for the work; the last two close an issue. */
export const issueStatusCategories = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const

export const statusCategory = z.enum(issueStatusCategories).meta({
  id: 'IssueStatusCategory',
  description: 'What a status means for the work; `completed` and `cancelled` close an issue.',
})
export type IssueStatusCategory = z.infer<typeof statusCategory>
