import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Person } from '../../ui/marks.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

/** The members of the groups within a group, each with the groups through which they belong to it. */
export function IndirectMembers({ group_id }: { readonly group_id: string }) {
  const { t } = useLingui()
  const query = useQuery({
    queryKey: ['groups', group_id, 'members', 'all'],
    queryFn: ({ signal }) =>
      api.groups.memberships.list({ group_id }, { effective: true, limit: 500 }, { signal }),
  })
  if (!query.data) return <Unloaded query={query} />
  const people = Map.groupBy(
    query.data.filter(({ via }) => via.length > 0),
    ({ member }) => member.id,
  )
  if (people.size === 0) return null
  return (
    <>
      <h3>
        <Trans>Members of groups within it</Trans>
      </h3>
      <ul className="line-list">
        {[...people].map(([id, ways]) => {
          const groups = [...new Set(ways.map(({ via }) => via.map(({ name }) => name).join(' › ')))].join(
            ', ',
          )
          return (
            <li key={id}>
              <Person name={ways[0]?.member.name ?? id} />
              <span className="hint">{t`by way of ${groups}`}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
