import type { IssueSubtype } from '@commonhold/contract'
import { isSameValue } from '../../base/same-value.ts'
import { hasApprovers, isClosed, type StatusView } from '../configuration/issue-lifecycle.rules.ts'
import { detailsDefaults, type StoredDetails } from '../fields/issue-details.rules.ts'

/** The state of an approval. */
export type ApprovalStatus = 'not_required' | 'requested' | 'approved' | 'rejected'

/** Members of details that approvers approve, by the subtype of the issue. A change of such a member voids the approval. */
const approved: Readonly<Partial<Record<IssueSubtype, readonly string[]>>> = {
  change: [
    'change_type',
    'implementation_plan',
    'backout_plan',
    'test_plan',
    'planned_start_at',
    'planned_end_at',
    'risk',
    'outage_expected',
  ],
  service_request: ['catalog_item', 'quantity', 'requested_for_person_id'],
}

/** The state of the approval according to stored details. */
export const approvalStatusOf = ({ approval_status }: StoredDetails): ApprovalStatus =>
  approval_status === 'requested' || approval_status === 'approved' || approval_status === 'rejected'
    ? approval_status
    : 'not_required'

/** The approvers that details name. */
export const approversOf = ({ approver_ids }: StoredDetails): string[] =>
  Array.isArray(approver_ids) ? approver_ids.map(String) : []

/** The members of details that name the person who requests an issue. */
export const requesterMembers = ['requester_person_id', 'requested_for_person_id'] as const

/** The same members with the names that the history uses. */
export const requesterFields = requesterMembers.map((member) => `details.${member}`)

/** The value of a member of details, or its default. */
const memberOf = (details: StoredDetails, member: string) =>
  details[member] ?? detailsDefaults[member] ?? null

/** True if details differ in one of the members. */
export const differsIn = (members: readonly string[], before: StoredDetails, after: StoredDetails) =>
  members.some((member) => !isSameValue(memberOf(before, member), memberOf(after, member)))

/** The members of an issue that decide whether its approval is still valid. */
export interface Approved {
  readonly subtype: IssueSubtype
  readonly details: StoredDetails
  readonly configuration_item_ids: readonly string[]
}

/** True if the configuration items of an issue of the subtype `change` differ. */
const hasOtherItems = (before: Approved, after: Approved) =>
  after.subtype === 'change' &&
  !isSameValue([...before.configuration_item_ids].sort(), [...after.configuration_item_ids].sort())

/** True if two versions of an issue differ in a member that its approvers approve. */
export const differsInApproved = (before: Approved, after: Approved) =>
  differsIn(approved[after.subtype] ?? [], before.details, after.details) || hasOtherItems(before, after)

/** Members that determine who the approvers are, and how many of them must approve. */
const approverMembers = ['approver_ids', 'approval_rule'] as const

/** The members among `approver_ids` and `approval_rule` in which details differ. */
export const approversChanged = (before: StoredDetails, after: StoredDetails) =>
  approverMembers.filter((member) => differsIn([member], before, after))

/** True if a change of an issue voids its approval: it changes its subtype, a member that was approved, or the approvers. */
export function isVoided(before: Approved, after: Approved): boolean {
  const status = approvalStatusOf(before.details)
  if (status === 'not_required') return false
  if (before.subtype !== after.subtype || approversChanged(before.details, after.details).length > 0)
    return true
  return status !== 'rejected' && differsInApproved(before, after)
}

/** True for a standard change, which needs no approval. */
export const isStandard = ({ change_type }: StoredDetails) => change_type === 'standard'

/** True if an issue becomes a change that needs an approval, and was not such a change before. */
export const startsToNeedApproval = (before: Approved, after: Approved) =>
  after.subtype === 'change' &&
  !isStandard(after.details) &&
  (before.subtype !== 'change' || isStandard(before.details))

/** True for a status at the beginning of a workflow or for cancelled issues. An issue enters it without an approval. */
export const isBack = ({ category, is_initial }: StatusView) =>
  is_initial || category === 'unstarted' || category === 'backlog' || category === 'cancelled'

/** True if a move needs an approval that the issue does not have. */
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
 * The state of the approval after a status is entered. A status that waits for approval requests the approval again. An
 * issue that is sent back or cancelled needs no approval. A rejection stays until the issue, once sent back, moves on.
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

/** The members of a vote that decide the approval. */
export interface Vote {
  readonly approver_id: string
  readonly status: 'pending' | 'approved' | 'rejected'
}

/**
 * The state of the approval by the votes of the approvers. A rejection always counts, so nobody can overturn it by assigning
 * the issue to the user who rejected it. An approval does not count if its approver is a party of the issue.
 */
export function approvalByVotes(
  details: StoredDetails,
  votes: readonly Vote[],
  parties: readonly string[],
): ApprovalStatus {
  const approvers = approversOf(details)
  const statusOf = (id: string) => votes.find(({ approver_id }) => approver_id === id)?.status ?? 'pending'
  if (approvers.some((id) => statusOf(id) === 'rejected')) return 'rejected'
  const counted = approvers.filter((id) => !parties.includes(id)).map(statusOf)
  const given = counted.filter((status) => status === 'approved').length
  const isEnough = details.approval_rule === 'any' ? given > 0 : given > 0 && given === counted.length
  return isEnough ? 'approved' : 'requested'
}
