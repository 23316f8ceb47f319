import type { IssueUpdate } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { problem } from '../kernel/problem.ts'
import { lockFamily } from './issue-facts.repository.ts'
import { type IssueRow, issueStore } from './issues.store.ts'
import { isProjectArchived } from './projects.repository.ts'

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
