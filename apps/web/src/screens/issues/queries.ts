import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

const FRESH_MS = 60_000

/** One issue by its key or id, with briefs of the records that it refers to. */
export const wholeIssueQuery = (issue_id: string) =>
  queryOptions({
    queryKey: ['issue', issue_id, 'whole'],
    queryFn: ({ signal }) =>
      api.issues.get(
        { issue_id },
        { signal, include: ['project', 'reporter', 'assignee', 'assignee_group', 'parent'] },
      ),
  })

/** All statuses, in the order of the board. */
export const statusesQuery = queryOptions({
  queryKey: ['issue-statuses'],
  staleTime: FRESH_MS,
  queryFn: ({ signal }) => api.issueStatuses.list({ limit: 500, sort: ['position'] }, { signal }),
})

/** The priorities, the most urgent first. */
export const prioritiesQuery = queryOptions({
  queryKey: ['issue-priorities'],
  staleTime: FRESH_MS,
  queryFn: ({ signal }) => api.issuePriorities.list({ limit: 500, sort: ['level'] }, { signal }),
})

/** All issue fields: built-in fields, and fields that the organisation adds. */
export const fieldsQuery = queryOptions({
  queryKey: ['issue-fields'],
  staleTime: FRESH_MS,
  queryFn: ({ signal }) => api.issueFields.list({ limit: 500, sort: ['position'] }, { signal }),
})
