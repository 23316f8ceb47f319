import { ignoreUnhandled } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import { assertProjectOfIssueOpen } from '../issues/issue-lock.service.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'

/**
 * Returns the issue to which a part is added or from which it is removed, and a context for writing the part. Throws if the
 * issue is not visible, or if the issue or its project is archived. The limit to projects is checked for the issue only.
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
