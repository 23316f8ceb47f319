import type { IssueUpdate } from '@commonhold/contract'
import { problem } from '../../base/problem.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import { lockFamily } from '../configuration/issue-hierarchy.repository.ts'
import { isProjectArchived, isProjectOfIssueArchived } from '../projects/projects.repository.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

/** The members of a change that determine which locks it needs. */
type LockedBy = Pick<IssueUpdate, 'parent_id' | 'issue_type' | 'issue_type_id'>

/**
 * Locks an issue for a change. Throws if the issue or its project is archived. Changes of parents and types first take a
 * common lock, because two changes that name each other's issue would deadlock. All statements are sent immediately, so the
 * next statements of the caller wait for the locks.
 */
export async function lockIssue(
  context: WriteContext,
  id: string,
  { parent_id, issue_type, issue_type_id }: LockedBy = {},
): Promise<IssueRow> {
  if (parent_id || issue_type || issue_type_id) void lockFamily(context.tx)
  const locking = ignoreUnhandled(issueStore.lock(context, id))
  const isOpen = ignoreUnhandled(assertProjectOfIssueOpen(context, id))
  const before = await locking
  if (before.archived_at) throw problem('record_archived')
  await isOpen
  return before
}

const projectArchived = () =>
  problem('record_archived', {}, 'The project is archived. Restore it before changing its issues.')

/** Throws if the project is archived: its issues can be read, but not changed. */
export async function assertProjectOpen({ tx }: WriteContext, projectId: string): Promise<void> {
  if (await isProjectArchived(tx, projectId)) throw projectArchived()
}

/** The same check by the id of the issue, so that it can be sent together with the read of the issue. */
export async function assertProjectOfIssueOpen({ tx }: WriteContext, issueId: string): Promise<void> {
  if (await isProjectOfIssueArchived(tx, issueId)) throw projectArchived()
}
