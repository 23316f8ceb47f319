import { z } from 'zod'

/** The kinds of issues. The type of an issue has a kind, which determines the details of the issue. */
export const issueSubtypes = [
  'task',
  'service_request',
  'known_problem',
  'incident',
  'post_incident_analysis',
  'change',
  'repair',
] as const

export const issueSubtype = z.enum(issueSubtypes).meta({
  id: 'IssueSubtype',
  description: 'The kind of an issue, which determines its `details`.',
})
export type IssueSubtype = z.infer<typeof issueSubtype>
