import { z } from 'zod'

/** The kinds of issues; a type names the one whose details its issues have. */
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
  description: 'The kind of an issue: which `details` it has.',
})
export type IssueSubtype = z.infer<typeof issueSubtype>
