import type { Invitation } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { userText } from '../../records/pickables.ts'
import { None, Person } from '../../ui/marks.tsx'
import { groupsQuery } from './queries.ts'

/** The names of the groups that the invited person joins by accepting. */
export function InvitedTo({ ids }: { readonly ids: Invitation['group_ids'] }) {
  const { t } = useLingui()
  const groups = useQuery(groupsQuery).data
  if (!groups) return null
  // The query returns no archived groups.
  const names = ids
    .map((id) => groups.find((group) => group.id === id)?.name ?? t`an archived group`)
    .join(', ')
  return <span title={names}>{names}</span>
}

/** The name of the user who invited; a dash if that user has left. */
export function InvitedBy({ id }: { readonly id: Invitation['created_by'] }) {
  const user = useQuery({
    queryKey: ['users', id],
    enabled: id !== null,
    queryFn: ({ signal }) => api.users.get({ user_id: id ?? '' }, { signal }),
  })
  if (id === null || user.isError) return <None />
  return user.data ? <Person name={userText(user.data)} /> : null
}
