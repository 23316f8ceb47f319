import type { Asset } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** The most assets whose assignments are counted: the ids are in the address of the request. */
const MOST_COUNTED = 200

/** Says how many of the assets are handed out or planned for somebody, for a move that ends their assignments. */
export function EndedCustody({ assets }: { readonly assets: readonly Asset[] }) {
  const ids = assets.map(({ id }) => id)
  const counts = useQuery({
    queryKey: ['asset-assignments', 'open', ids],
    enabled: ids.length <= MOST_COUNTED,
    queryFn: ({ signal }) =>
      api.assetAssignments.summary.list(
        { asset_id: ids, status: ['active', 'scheduled'], group_by: ['asset_id', 'status'] },
        { signal },
      ),
  }).data
  if (!counts)
    return (
      <p>
        {plural(ids.length, {
          one: '# of them is handed out or planned for somebody. This ends the assignment, and cannot be undone.',
          other:
            '# of them are handed out or planned for somebody. This ends the assignments, and cannot be undone.',
        })}
      </p>
    )
  const withStatus = (status: string) => counts.filter((group) => group.status === status).length
  const [active, scheduled] = [withStatus('active'), withStatus('scheduled')]
  return (
    <>
      {active > 0 && (
        <p>
          {plural(active, {
            one: '# of them is handed out. This ends the assignment, and cannot be undone.',
            other: '# of them are handed out. This ends the assignments, and cannot be undone.',
          })}
        </p>
      )}
      {scheduled > 0 && (
        <p>
          {plural(scheduled, {
            one: '# of them is planned for somebody. This cancels the assignment, and cannot be undone.',
            other: '# of them are planned for somebody. This cancels the assignments, and cannot be undone.',
          })}
        </p>
      )}
    </>
  )
}
