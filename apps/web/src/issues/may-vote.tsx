import type { Issue, VoteObstacle } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { permissionsQuery } from '../account/queries.ts'
import { refusalText } from '../problem-text.ts'
import { canWith } from '../records/can.ts'
import { loadRefusals } from '../refusals/load.ts'
import { useMayChange } from './use-may-change.ts'

interface MayVoteProps {
  readonly issue: Issue
  /** Why the user cannot vote, as the service answered. */
  readonly because: readonly VoteObstacle[]
  readonly children: ReactNode
}

/** Renders the children if the user may vote, otherwise the reason why the service would refuse the vote. */
export function MayVote({ issue, because, children }: MayVoteProps) {
  const permissions = useQuery(permissionsQuery).data
  const mayChange = useMayChange()(issue)
  const isKept = because.length > 0
  const isRefused = isKept || (permissions && !mayChange)
  const isSayable = useQuery({
    queryKey: ['texts', 'refusals'],
    enabled: isRefused === true,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      await loadRefusals()
      return true
    },
  }).data
  if (isRefused === false) return children
  if (!permissions || !isSayable) return null
  const problem = isKept
    ? { code: 'permission_denied', reasons: because }
    : canWith(permissions)('issues:write', issue.project_id)
      ? { code: 'record_archived' }
      : { code: 'permission_denied', required_permission: 'issues:write' }
  return <p className="hint">{refusalText({ detail: '', ...problem })}</p>
}
