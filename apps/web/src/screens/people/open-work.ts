import { api, every } from '../../api.ts'

/** All issues that are assigned to an account and still open, those that are due first at the top. */
export const openWorkQuery = (user_id: string) => ({
  queryKey: ['issues', 'open of', user_id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    every(
      api.issues.list.all(
        { assignee_id: [user_id], is_closed: false, include: ['project'], limit: 100, sort: ['due_date'] },
        { signal },
      ),
    ),
})
