import type { Group } from '@commonhold/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, every } from '../../api.ts'
import { groupChoice, groupsNamed, pickableGroups } from '../../records/pickables.ts'
import type { Pickable } from '../../records/picker.tsx'

/** The groups of the organisation, sorted by name. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: ({ signal }) => api.groups.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** Finds groups by name to which the user may add members. */
export const grantableGroups: Pickable = {
  ...pickableGroups,
  kind: 'grantable-groups',
  find: async (words, signal) =>
    (await groupsNamed(words, signal, 500)).filter(({ is_grantable }) => is_grantable).map(groupChoice),
}

/** True for the group of owners if it has only one member: the last owner cannot be removed. */
export const isOfLastOwner = ({ key, member_count }: Pick<Group, 'key' | 'member_count'>): boolean =>
  key === 'owners' && member_count === 1

/** The groups of a user, each with the memberships through which the user belongs to it. */
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
