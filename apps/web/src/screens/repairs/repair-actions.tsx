import type { AssetRepair } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { issueQuery, transitionsQuery } from '../../issues/queries.ts'
import { useCan } from '../../records/can.ts'
import { RecordActions } from '../../records/record-actions.tsx'
import { useTransitionMoves } from '../issues/move-dialogs.tsx'
import { RepairForm } from './repair-form.tsx'

/** The first parts of the query keys that a changed repair makes stale. Its issue and its asset show it, too. */
const TOUCHED = ['repairs', 'assets', 'issues', 'issue']

/** The actions of a repair: changing it, and the transitions of its issue. */
export function RepairActions({ repair, name }: { readonly repair: AssetRepair; readonly name: string }) {
  const { t } = useLingui()
  const can = useCan()
  const movesOf = useTransitionMoves()
  // The permission to change a repair follows from its asset, which may belong to a project.
  const asset = useQuery({
    queryKey: ['assets', repair.asset_id, 'project'],
    queryFn: ({ signal }) => api.assets.get({ asset_id: repair.asset_id }, { signal }),
  }).data
  const isOpen = repair.archived_at === null && !repair.project?.is_archived
  const mayMove = can('issues:write', repair.project_id) && isOpen
  const isSeen = repair.redacted.length === 0
  const issue = useQuery({ ...issueQuery(repair.issue_id), enabled: mayMove && isSeen }).data
  const transitions = useQuery({
    ...transitionsQuery(repair.issue_id),
    enabled: mayMove && isSeen,
  }).data
  const moves = issue && transitions ? movesOf(issue, transitions) : []
  return (
    <RecordActions<AssetRepair>
      of={name}
      touches={TOUCHED}
      moves={moves}
      mayEdit={asset !== undefined && can('assets:write', asset.project_id) && isOpen}
      form={(events) => <RepairForm repair={repair} {...events} />}
      said={() => t`The repair was saved.`}
    />
  )
}
