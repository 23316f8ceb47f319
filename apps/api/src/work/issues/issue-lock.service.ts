import type { IssueUpdate } from '@commonhold/contract'
import { problem } from '../../base/problem.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import { lockFamily } from '../configuration/issue-hierarchy.repository.ts'
import { isProjectArchived, isProjectOfIssueArchived } from '../projects/projects.repository.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

/** The members of a change that decide which locks it takes. */
type LockedBy = Pick<IssueUpdate, 'parent_id' | 'issue_type' | 'issue_type_id'>

/**
 * The issue, locked for a change: not archived, and of a project that is not. Changes of parents and types wait for each other
 * before they lock issues, because two that name each other's would deadlock. All is sent at once, so that what the caller sends
 * next waits for the locks.
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

/** Issues of an archived project are read and not written. */
export async function assertProjectOpen({ tx }: WriteContext, projectId: string): Promise<void> {
  if (await isProjectArchived(tx, projectId)) throw projectArchived()
}

/** The same by the issue, so that it can be sent with what reads the issue. */
export async function assertProjectOfIssueOpen({ tx }: WriteContext, issueId: string): Promise<void> {
  if (await isProjectOfIssueArchived(tx, issueId)) throw projectArchived()
}
