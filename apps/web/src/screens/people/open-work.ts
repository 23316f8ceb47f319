import type { Issue } from '@commonhold/contract'
import { api } from '../../api.ts'

/** All issues that are assigned to an account and still open, those that are due first at the top. */
export const openWorkQuery = (user_id: string) => ({
  queryKey: ['issues', 'open of', user_id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found: Issue[] = []
    const all = api.issues.list.all(
      { assignee_id: [user_id], is_closed: false, limit: 100, sort: ['due_date'] },
      { signal },
    )
    for await (const issue of all) found.push(issue)
    return found
  },
})
