import { isDeepStrictEqual } from 'node:util'
import type { IssueSubtype } from '@commonhold/contract'
import { detailsDefaults, type StoredDetails } from './issue-details.rules.ts'
import { hasApprovers, isClosed, type StatusView } from './issue-lifecycle.rules.ts'

/** Where an approval stands. */
export type ApprovalStatus = 'not_required' | 'requested' | 'approved' | 'rejected'

/** Members of details that approvers approve, by the kind of the issue: a change of one voids the approval. */
const approved: Readonly<Partial<Record<IssueSubtype, readonly string[]>>> = {
  change: [
    'change_type',
    'implementation_plan',
    'backout_plan',
    'test_plan',
    'planned_start_at',
    'planned_end_at',
    'approval_rule',
    'approver_ids',
  ],
  service_request: ['catalog_item', 'quantity', 'requested_for_person_id', 'approval_rule', 'approver_ids'],
}

/** Where the approval stands according to stored details. */
export const approvalStatusOf = ({ approval_status }: StoredDetails): ApprovalStatus =>
  approval_status === 'requested' || approval_status === 'approved' || approval_status === 'rejected'
    ? approval_status
    : 'not_required'

/** The approvers that details name. */
export const approversOf = ({ approver_ids }: StoredDetails): string[] =>
  Array.isArray(approver_ids) ? approver_ids.map(String) : []

/** The value of a member of details, or its default. */
const memberOf = (details: StoredDetails, member: string) =>
  details[member] ?? detailsDefaults[member] ?? null

/** True where details differ in one of the members. */
export const differsIn = (members: readonly string[], before: StoredDetails, after: StoredDetails) =>
  members.some((member) => !isDeepStrictEqual(memberOf(before, member), memberOf(after, member)))

/** True where a change of details takes away what approvers voted on. */
export function isVoided(subtype: IssueSubtype, before: StoredDetails, after: StoredDetails): boolean {
  const status = approvalStatusOf(before)
  if (status !== 'requested' && status !== 'approved') return false
  return differsIn(approved[subtype] ?? [], before, after)
}

/** Where the approval stands once details change, before any move. */
export const approvalBeforeMove = (
  subtype: IssueSubtype,
  before: StoredDetails,
  after: StoredDetails,
): ApprovalStatus => (isVoided(subtype, before, after) ? 'requested' : approvalStatusOf(before))

/** True for a status that an issue is sent back to, or given up in: no approval is needed to enter it. */
const isBack = ({ category, is_initial }: StatusView) =>
  is_initial || category === 'unstarted' || category === 'backlog' || category === 'cancelled'

/** True where a move goes on without the approval that it needs. */
export function lacksApproval(
  subtype: IssueSubtype,
  approval: ApprovalStatus,
  from: StatusView,
  to: StatusView,
): boolean {
  if (!hasApprovers(subtype) || isBack(to)) return false
  if (from.waits_for_approval) return approval !== 'approved'
  if (to.waits_for_approval) return false
  return approval === 'requested' || (approval === 'rejected' && !isBack(from))
}

/**
 * Where the approval stands once a status is entered. Entering a status that waits asks for it anew; what is sent back or
 * given up asks for none. A rejection stays until the issue goes on again.
 */
export function approvalAfterMove(
  approval: ApprovalStatus,
  from: StatusView | undefined,
  to: StatusView,
): ApprovalStatus {
  if (to.waits_for_approval) return 'requested'
  if (approval === 'rejected') return isBack(to) || !from || !isBack(from) ? 'rejected' : 'not_required'
  if (!isBack(to)) return approval
  return approval === 'approved' && isClosed(to.category) ? 'approved' : 'not_required'
}

/** Where the approval stands by the votes that count. */
export function approvalByVotes(
  rule: unknown,
  votes: readonly { readonly status: 'pending' | 'approved' | 'rejected' }[],
): ApprovalStatus {
  if (votes.some(({ status }) => status === 'rejected')) return 'rejected'
  const given = votes.filter(({ status }) => status === 'approved').length
  const isEnough = rule === 'any' ? given > 0 : given > 0 && given === votes.length
  return isEnough ? 'approved' : 'requested'
}
