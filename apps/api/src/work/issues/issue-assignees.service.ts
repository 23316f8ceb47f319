import { invalid } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { isActiveMember } from '../../system/member-references.repository.ts'
import { mayReadIssues } from './issue-actor.repository.ts'

/** Throws if the assignee cannot read the issues of the project. The store reports users that do not exist. */
export async function assertAssignee(
  { tx }: WriteContext,
  assigneeId: string | null | undefined,
  projectId: string,
): Promise<void> {
  if (!assigneeId || (await mayReadIssues(tx, assigneeId, projectId))) return
  if (!(await isActiveMember(tx, assigneeId))) return
  throw invalid({
    field: 'assignee_id',
    code: 'not_allowed_value',
    message:
      'the user cannot read the issues of the project; give the user issues:read there first, or name another user',
  })
}

/**
 * The default assignee of a project. Returns null if the user is not an active member of the tenant or cannot read the
 * issues of the project, which is possible in a shared project.
 */
export async function usualAssignee(
  { tx }: WriteContext,
  { id, default_assignee_id }: { readonly id: string; readonly default_assignee_id: string | null },
): Promise<string | null> {
  if (!default_assignee_id || !(await isActiveMember(tx, default_assignee_id))) return null
  return (await mayReadIssues(tx, default_assignee_id, id)) ? default_assignee_id : null
}
