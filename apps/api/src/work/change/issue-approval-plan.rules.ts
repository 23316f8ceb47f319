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

/** The approval of an issue after a change of the issue. */
export interface PlannedApproval {
  readonly status: ApprovalStatus
  /** True if all approvers must vote again. */
  readonly isRequestedAgain: boolean
  /** True if the issue must name at least one user who may approve. */
  readonly needsApprover: boolean
}

/** The members of an issue that its approval depends on. */
export interface Subject extends Concerned {
  readonly id: string
  readonly configuration_item_ids: readonly string[]
  readonly subtype: IssueSubtype
}

/** The status of an issue before a move, and whether its workflow waits for approval anywhere. */
export interface ApprovalPosition {
  readonly status: StatusView
  /** True if the workflow has a status that waits for approval. */
  readonly hasGate: boolean
}

/** The position of an issue in a workflow with these statuses. */
export const positionOf = (status: StatusView, statuses: readonly StatusView[]): ApprovalPosition => ({
  status,
  hasGate: statuses.some(({ waits_for_approval }) => waits_for_approval),
})

/** The approval of an issue whose subtype has no approvers. */
export const noApproval: PlannedApproval = {
  status: 'not_required',
  isRequestedAgain: false,
  needsApprover: false,
}

/** The approval of a new issue: requested if its first status waits for approval. */
export function approvalOfNew(subtype: IssueSubtype, status: StatusView): PlannedApproval {
  if (!hasApprovers(subtype)) return noApproval
  const isRequested = status.waits_for_approval
  return {
    status: isRequested ? 'requested' : 'not_required',
    isRequestedAgain: false,
    needsApprover: isRequested,
  }
}

/** Sets `approval_status` of the merged details. An unchanged state keeps its stored value, which may be undefined. */
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

/** True if the reporter, the assignee or a requester of the issue changes. */
const hasOtherParties = (before: Subject, after: Subject) =>
  before.reporter_id !== after.reporter_id ||
  before.assignee_id !== after.assignee_id ||
  differsIn(requesterMembers, before.details, after.details)

/** The state of an approval before a move. */
export interface PresentApproval {
  readonly status: ApprovalStatus
  /** True if all approvers must vote again. */
  readonly isRequestedAgain: boolean
  /** True if the state must be computed from the votes, because the parties of the issue change. */
  readonly isCounted: boolean
}

/** The state of an approval after members of the issue change, before a move and before the votes are counted. */
export function approvalBeforeMove(
  before: Subject,
  after: Subject,
  { status: at, hasGate }: ApprovalPosition,
): PresentApproval {
  const status = approvalStatusOf(before.details)
  const isAtRest = isClosed(at.category) || isBack(at)
  const unchanged = { status, isRequestedAgain: false, isCounted: false }
  const requested: PresentApproval = { status: 'requested', isRequestedAgain: true, isCounted: false }
  if (isVoided(before, after)) {
    if (isAtRest && before.subtype !== after.subtype) return { ...requested, status: 'not_required' }
    // A rejection stays until the issue moves on from this status and requests approval again.
    return isAtRest && status === 'rejected' ? unchanged : requested
  }
  if (status === 'not_required')
    return hasGate && !isAtRest && startsToNeedApproval(before, after) ? requested : unchanged
  const isFinal = status === 'rejected' || isClosed(at.category)
  return { ...unchanged, isCounted: !isFinal && hasOtherParties(before, after) }
}

/** Computes the approval after a change of members and, if `to` is given, after the move from `at` to `to`. */
export function plannedApproval(
  { status: present, isRequestedAgain }: PresentApproval,
  before: Subject,
  after: Subject,
  at: StatusView,
  to: StatusView | undefined,
): PlannedApproval {
  const status = to ? approvalAfterMove(present, at, to) : present
  const isOpen = !isClosed((to ?? at).category)
  const isChanged = isRequestedAgain || to?.waits_for_approval || hasOtherParties(before, after)
  return {
    status,
    isRequestedAgain: isRequestedAgain || to?.waits_for_approval === true,
    needsApprover: status === 'requested' && isOpen && isChanged === true,
  }
}

/** Only votes change the state of an approval: a request may repeat the present or the resulting state, but set no other. */
export function approvalStatusErrors(
  { approval_status: given }: IssueDetailsInput,
  before: StoredDetails,
  { status }: PlannedApproval,
): FieldError[] {
  if (given === undefined || given === status || given === approvalStatusOf(before)) return []
  const message =
    'the votes of the approvers set this value; leave it out, and vote with POST /issues/{issue_id}/approvals'
  return [{ field: '/details/approval_status', code: 'read_only', message }]
}
