import type { IssueDetailsInput, IssueUpdate } from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import { problem } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { mayIn } from '../../store/permissions.ts'
import { approversChanged, differsInApproved, isStandard } from './issue-approvals.rules.ts'
import type { IssueRow } from './issues.store.ts'

const forManagers = (detail: string) =>
  problem('permission_denied', { required_permission: 'issues:manage' }, detail)

/** Throws if a user without `issues:manage` makes a standard change, which needs no approval. */
export async function assertStandard(
  { tx }: WriteContext,
  projectId: string,
  details: IssueDetailsInput | undefined,
): Promise<void> {
  if (details?.change_type !== 'standard' || (await mayIn(tx, 'issues:manage', projectId))) return
  throw forManagers('A standard change needs no approval, so creating one needs issues:manage.')
}

/** After a change has left its initial status, only a user with `issues:manage` may change `details.change_type`. */
export async function assertChangeType(
  context: WriteContext,
  before: IssueRow,
  details: IssueDetailsInput | undefined,
  isInitial: boolean,
): Promise<void> {
  const requested = details?.change_type
  if (requested === undefined || requested === (before.details.change_type ?? 'normal')) return
  await assertStandard(context, before.project_id, details)
  if (before.subtype !== 'change' || isInitial) return
  if (await mayIn(context.tx, 'issues:manage', before.project_id)) return
  throw forManagers(
    'The change has left its initial status. Changing details.change_type now needs issues:manage.',
  )
}

/**
 * A standard change needs no approval. When it leaves its initial status, and afterwards, only a user with `issues:manage`
 * may change its approvers or the members that an approval covers.
 */
export async function assertStandardPlan(
  { tx }: WriteContext,
  before: IssueRow,
  given: Pick<IssueUpdate, 'details' | 'configuration_item_ids'>,
  { isInitial, isMoved }: { readonly isInitial: boolean; readonly isMoved: boolean },
): Promise<void> {
  if (before.subtype !== 'change' || !isStandard(before.details)) return
  const after = {
    ...before,
    configuration_item_ids: given.configuration_item_ids ?? before.configuration_item_ids,
    details: { ...before.details, ...definedOf(given.details ?? {}) },
  }
  const hasSameApprovers = approversChanged(before.details, after.details).length === 0
  if (hasSameApprovers && !differsInApproved(before, after)) return
  if ((isInitial && !isMoved) || (await mayIn(tx, 'issues:manage', before.project_id))) return
  throw forManagers(
    'A standard change needs no approval. Once it leaves its initial status, changing its plan or its approvers needs issues:manage.',
  )
}
