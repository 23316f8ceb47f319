import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** The most issues that the list shows. */
export const PAGE = 50

/** Filters and order of the list. The service applies all of them. */
export interface View {
  readonly whose: 'assigned' | 'reported' | 'project'
  readonly state: 'open' | 'closed' | 'all'
  readonly order: '-opened_at' | 'priority_level' | 'due_date' | '-updated_at'
  readonly words: string
}

/** The projects that the user may read, by name. */
export const projectsQuery = queryOptions({
  queryKey: ['me', 'projects'],
  queryFn: ({ signal }) => api.me.projects.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** The id of the project selected in the session; null if none is selected, or if the tenant of this tab does not have it. */
export const selectedProjectQuery = queryOptions({
  queryKey: ['me', 'current-project'],
  queryFn: async ({ signal }) => {
    const answer = await api.me.currentProject.get.safe({ signal })
    if (answer.ok) return answer.data.id
    if (answer.error.status === 404 || answer.error.status === 403) return null
    throw answer.error
  },
})

/** The types that a new issue can have. */
export const typesQuery = queryOptions({
  queryKey: ['issue-types'],
  queryFn: ({ signal }) =>
    api.issueTypes.list({ limit: 500, is_active: true, sort: ['position'] }, { signal }),
})

/** The issues of a view. */
export const issuesQuery = (view: View, userId: string) =>
  queryOptions({
    queryKey: ['issues', view, userId],
    queryFn: ({ signal }) => {
      const narrowed = {
        limit: PAGE,
        sort: [view.order],
        ...(view.state !== 'all' && { is_closed: view.state === 'closed' }),
        ...(view.words.trim() !== '' && { q: view.words.trim() }),
      }
      if (view.whose === 'project') return api.me.issues.list(narrowed, { signal })
      const person = view.whose === 'assigned' ? { assignee_id: [userId] } : { reporter_id: [userId] }
      return api.issues.list({ ...narrowed, ...person }, { signal })
    },
  })

/** One issue. */
export const issueQuery = (issue_id: string) =>
  queryOptions({
    queryKey: ['issue', issue_id],
    queryFn: ({ signal }) => api.issues.get({ issue_id }, { signal, include: ['project'] }),
  })

/** Parameters of a request for transitions that includes the unavailable ones. */
export const TRANSITIONS = { include_unavailable: true, limit: 100 } as const

/** The transitions from the issue's status, including those that are unavailable now. */
export const transitionsQuery = (issue_id: string) =>
  queryOptions({
    queryKey: ['issue', issue_id, 'transitions'],
    queryFn: ({ signal }) => api.issues.transitions.list({ issue_id }, TRANSITIONS, { signal }),
  })

/** The activity of the issue, newest first. */
export const activityQuery = (issue_id: string) =>
  queryOptions({
    queryKey: ['issue', issue_id, 'activity'],
    queryFn: ({ signal }) => api.issues.activity.list({ issue_id }, { limit: 50 }, { signal }),
  })

/** The comments on the issue, newest first. */
export const commentsQuery = (issue_id: string) =>
  queryOptions({
    queryKey: ['issue', issue_id, 'comments'],
    queryFn: ({ signal }) =>
      api.issues.comments.list({ issue_id }, { limit: 500, sort: ['-id'] }, { signal }),
  })
