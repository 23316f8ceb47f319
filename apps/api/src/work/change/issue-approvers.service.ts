import type { IssueDetailsInput } from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import { problem } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import { actorRightsOf } from '../issues/issue-actor.repository.ts'
import {
  approvalStatusOf,
  approversChanged,
  approversOf,
  differsIn,
} from '../issues/issue-approvals.rules.ts'
import type { IssueRow } from '../issues/issues.store.ts'

/** True if only approvers and users with `issues:manage` may change the approvers. */
function isBinding({ details, status_category }: IssueRow): boolean {
  const status = approvalStatusOf(details)
  return status === 'rejected' ? status_category === 'started' : status !== 'not_required'
}

/** True if the change keeps the rule and every approver. It may add approvers. */
const onlyAddsApprovers = (before: StoredDetails, after: StoredDetails) =>
  !differsIn(['approval_rule'], before, after) &&
  approversOf(before).every((id) => approversOf(after).includes(id))

/**
 * While an approval is requested, and after it is decided, a current approver may add approvers. A user with
 * `issues:manage` may also remove approvers and change the rule.
 */
export async function assertApproversChange(
  { tx }: WriteContext,
  before: IssueRow,
  given: IssueDetailsInput | undefined,
): Promise<void> {
  if (!given || !isBinding(before)) return
  const after = { ...before.details, ...definedOf(given) }
  const written = approversChanged(before.details, after)
  if (written.length === 0) return
  const { user_id, may_manage } = await actorRightsOf(tx, before.id, before.project_id)
  const isApprover = approversOf(before.details).includes(user_id)
  if (may_manage || (isApprover && onlyAddsApprovers(before.details, after))) return
  if (isApprover)
    throw problem(
      'permission_denied',
      { required_permission: 'issues:manage' },
      'An approver can only add approvers to details.approver_ids. Removing approvers or changing details.approval_rule needs issues:manage.',
    )
  throw problem(
    'permission_denied',
    { required_permission: 'issues:manage', reasons: ['not_an_approver'] },
    `Only a current approver can add approvers. Changing ${written.join(' and ')} otherwise needs issues:manage.`,
  )
}
