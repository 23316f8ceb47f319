import type { IssueDetailsInput, IssueSubtype } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import { hasApprovers, isClosed, type StatusView } from '../configuration/issue-lifecycle.rules.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import {
  type ApprovalStatus,
  approvalAfterMove,
  approvalStatusOf,
  differsIn,
  isBack,
  isVoided,
  requesterMembers,
  startsToNeedApproval,
} from '../issues/issue-approvals.rules.ts'
import type { Concerned } from './issue-approvals.repository.ts'

/** What becomes of an approval by a change of its issue. */
export interface PlannedApproval {
  readonly status: ApprovalStatus
  /** True where the approvers vote anew. */
  readonly isAskedAnew: boolean
  /** True where somebody has to be named who may approve. */
  readonly needsApprover: boolean
}

/** An issue as far as its approval depends on it. */
export interface Subject extends Concerned {
  readonly id: string
  readonly configuration_item_ids: readonly string[]
  readonly subtype: IssueSubtype
}

/** The status of an issue before a move, and what its workflow says about approvals. */
export interface ApprovalPosition {
  readonly status: StatusView
  /** True where the workflow has a status that waits for approval. */
  readonly hasGate: boolean
}

/** The position of an issue in a workflow with these statuses. */
export const positionOf = (status: StatusView, statuses: readonly StatusView[]): ApprovalPosition => ({
  status,
  hasGate: statuses.some(({ waits_for_approval }) => waits_for_approval),
})

/** What becomes of the approval of an issue that has none. */
export const noApproval: PlannedApproval = {
  status: 'not_required',
  isAskedAnew: false,
  needsApprover: false,
}

/** What becomes of the approval of a new issue. */
export function approvalOfNew(subtype: IssueSubtype, status: StatusView): PlannedApproval {
  if (!hasApprovers(subtype)) return noApproval
  const isAsked = status.waits_for_approval
  return { status: isAsked ? 'requested' : 'not_required', isAskedAnew: false, needsApprover: isAsked }
}

/** Details with the state of the approval, which is stored where it differs from the former. */
export function withApproval(
  subtype: IssueSubtype,
  before: StoredDetails,
  merged: StoredDetails,
  { status }: PlannedApproval,
): StoredDetails {
  const { approval_status: _, ...details } = merged
  if (!hasApprovers(subtype)) return details
  const stored = status === approvalStatusOf(before) ? before.approval_status : status
  return stored === undefined ? details : { ...details, approval_status: stored }
}

/** True where other users or persons take part in an issue than before. */
const hasOtherParties = (before: Subject, after: Subject) =>
  before.reporter_id !== after.reporter_id ||
  before.assignee_id !== after.assignee_id ||
  differsIn(requesterMembers, before.details, after.details)

/** The state of an approval before a move. */
export interface PresentApproval {
  readonly status: ApprovalStatus
  /** True where the approvers vote anew. */
  readonly isAskedAnew: boolean
  /** True where the votes decide the state: other parties take part in the issue than before. */
  readonly isCounted: boolean
}

/** The state of an approval once members of the issue change, before any move and before votes are counted. */
export function approvalBeforeMove(
  before: Subject,
  after: Subject,
  { status: at, hasGate }: ApprovalPosition,
): PresentApproval {
  const status = approvalStatusOf(before.details)
  const isAtRest = isClosed(at.category) || isBack(at)
  const unchanged = { status, isAskedAnew: false, isCounted: false }
  const requested: PresentApproval = { status: 'requested', isAskedAnew: true, isCounted: false }
  if (isVoided(before, after)) {
    if (isAtRest && before.subtype !== after.subtype) return { ...requested, status: 'not_required' }
    // A rejection stays until the issue goes on again and requests the approval anew.
    return isAtRest && status === 'rejected' ? unchanged : requested
  }
  if (status === 'not_required')
    return hasGate && !isAtRest && startsToNeedApproval(before, after) ? requested : unchanged
  const isFinal = status === 'rejected' || isClosed(at.category)
  return { ...unchanged, isCounted: !isFinal && hasOtherParties(before, after) }
}

/** Works out what becomes of an approval by a change of members, and by a move from one status to another. */
export function plannedApproval(
  { status: present, isAskedAnew }: PresentApproval,
  before: Subject,
  after: Subject,
  at: StatusView,
  to: StatusView | undefined,
): PlannedApproval {
  const status = to ? approvalAfterMove(present, at, to) : present
  const isOpen = !isClosed((to ?? at).category)
  const isChanged = isAskedAnew || to?.waits_for_approval || hasOtherParties(before, after)
  return {
    status,
    isAskedAnew: isAskedAnew || to?.waits_for_approval === true,
    needsApprover: status === 'requested' && isOpen && isChanged === true,
  }
}

/** The state of an approval follows from the votes; it is accepted as it is or becomes, and not written. */
export function approvalStatusErrors(
  { approval_status: given }: IssueDetailsInput,
  before: StoredDetails,
  { status }: PlannedApproval,
): FieldError[] {
  if (given === undefined || given === status || given === approvalStatusOf(before)) return []
  const message =
    'the votes of the approvers decide it; an approver votes with POST /issues/{issue_id}/approvals'
  return [{ field: '/details/approval_status', code: 'read_only', message }]
}
