import type { Person } from '@commonhold/contract'
import { api, every } from '../../api.ts'

/** All open issues that are assigned to a user, sorted by due date. */
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

/** All open issues that a person requested, that somebody requested for them, or that their account reported. */
export const openRequestsQuery = ({ id, user_id }: Pick<Person, 'id' | 'user_id'>) => ({
  queryKey: ['issues', 'open requests of', id, user_id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const requests = [
      { requester_person_id: [id] },
      { requested_for_person_id: [id] },
      ...(user_id === null ? [] : [{ reporter_id: [user_id] }]),
    ]
    const lists = await Promise.all(
      requests.map((of) =>
        every(api.issues.list.all({ ...of, is_closed: false, limit: 100, sort: ['due_date'] }, { signal })),
      ),
    )
    // One issue may be in several of the lists.
    return [...new Map(lists.flat().map((issue) => [issue.id, issue])).values()]
  },
})
