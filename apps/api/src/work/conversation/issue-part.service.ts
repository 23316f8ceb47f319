import { ignoreUnhandled } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import { assertProjectOfIssueOpen } from '../issues/issue-lock.service.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'

/**
 * The issue that a part is added to or taken from: visible, in use, and of a project in use; and a context for the part,
 * whose project is the issue's.
 */
export async function partContext(
  context: WriteContext,
  issueId: string,
): Promise<{ issue: IssueRow; part: WriteContext }> {
  const isOpen = ignoreUnhandled(assertProjectOfIssueOpen(context, issueId))
  const issue = await issueStore.getOpen(context.tx, issueId)
  await isOpen
  const authorized = async () => ({ ...(await context.authorized()), projectIds: null })
  return { issue, part: { ...context, authorized } }
}
