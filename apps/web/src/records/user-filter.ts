import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { pickableUsers, userText } from './pickables.ts'
import type { TableFilter } from './table-filters.tsx'
import { useView } from './view.ts'

/** A filter by users: they are searched at the service, and those that the address names are shown by name. */
export function useUserFilter(name: string, label: string): TableFilter {
  const { t } = useLingui()
  const [view] = useView()
  const id = view[name]?.split(',').filter((one) => one !== '' && one !== 'me') ?? []
  const users = useQuery({
    queryKey: ['users', 'named', id],
    enabled: id.length > 0,
    queryFn: ({ signal }) => api.users.list({ id, limit: 500 }, { signal }),
    placeholderData: (before) => before,
  }).data
  const textOf = (one: string) => {
    const user = users?.find((found) => found.id === one)
    return user ? userText(user) : '…'
  }
  return {
    name,
    label,
    of: pickableUsers,
    options: [{ value: 'me', text: t`Me` }, ...id.map((one) => ({ value: one, text: textOf(one) }))],
  }
}
