import { queryOptions } from '@tanstack/react-query'
import { api, every } from '../../api.ts'

/** The groups of the organisation, by name. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: ({ signal }) => api.groups.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** The groups of a user, each with the ways that lead into it. */
export const groupsOfUserQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['groups', 'of', user_id],
    queryFn: async ({ signal }) => {
      const groups = await every(
        api.users.groups.list.all(
          { user_id },
          { limit: 500, sort: ['name'], include: ['project'] },
          { signal },
        ),
      )
      return Promise.all(
        groups.map(async (group) => {
          const ways = await every(
            api.groups.memberships.list.all(
              { group_id: group.id },
              { user_id: [user_id], effective: true, limit: 100 },
              { signal },
            ),
          )
          return { group, ways }
        }),
      )
    },
  })
