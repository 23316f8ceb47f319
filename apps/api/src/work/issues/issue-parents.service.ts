import { invalid, problem } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { depthBelow, lineageOf } from '../configuration/issue-hierarchy.repository.ts'
import { issueStore } from './issues.store.ts'

const MOST_LEVELS = 10

/** Throws unless the parent is in use and not below the issue, and the hierarchy has at most 10 levels. */
export async function assertParent(
  { tx }: WriteContext,
  parentId: string | null | undefined,
  issueId?: string,
): Promise<void> {
  if (!parentId) return
  await issueStore.reference(tx, 'parent_id', parentId)
  const [above, below] = await Promise.all([lineageOf(tx, parentId), issueId ? depthBelow(tx, issueId) : 0])
  if (issueId && above.includes(issueId))
    throw problem(
      'cycle_detected',
      {},
      'The parent is the issue itself or one of its children. Choose another parent.',
    )
  if (above.length + 1 + below > MOST_LEVELS)
    throw invalid({
      field: 'parent_id',
      code: 'out_of_range',
      message: `issues can be nested at most ${MOST_LEVELS} levels deep; choose another parent`,
    })
}
