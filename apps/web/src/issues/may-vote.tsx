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
  /** What keeps one from voting, as the service says. */
  readonly because: readonly VoteObstacle[]
  readonly children: ReactNode
}

/** What an approver votes with; where the service would refuse the vote, why. */
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
