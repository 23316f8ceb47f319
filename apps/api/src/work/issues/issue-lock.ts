import type { IssueUpdate } from '@commonhold/contract'
import { problem } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { lockFamily } from '../configuration/issue-hierarchy.repository.ts'
import { isProjectArchived } from '../projects/projects.repository.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

/**
 * The issue, locked for a change: not archived, and of a project that is not. Changes of parents and types wait for each other
 * before they lock issues, or two that name each other's would wait for ever.
 */
export async function lockIssue(
  context: WriteContext,
  id: string,
  { parent_id, issue_type }: Pick<IssueUpdate, 'parent_id' | 'issue_type'> = {},
): Promise<IssueRow> {
  if (parent_id || issue_type) await lockFamily(context.tx)
  const before = await issueStore.lock(context, id)
  if (before.archived_at) throw problem('record_archived')
  await assertProjectOpen(context, before.project_id)
  return before
}

/** Issues of an archived project are read and not written. */
export async function assertProjectOpen({ tx }: WriteContext, projectId: string): Promise<void> {
  if (await isProjectArchived(tx, projectId))
    throw problem('record_archived', {}, 'The project is archived. Restore it before changing its issues.')
}
