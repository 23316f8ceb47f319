import type { IssueSubtype } from '@commonhold/contract'
import { isSameValue } from '../../base/same-value.ts'
import { hasApprovers, isClosed, type StatusView } from '../configuration/issue-lifecycle.rules.ts'
import { detailsDefaults, type StoredDetails } from '../fields/issue-details.rules.ts'

/** The state of an approval. */
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

/** The same members as the history names them. */
export const requesterFields = requesterMembers.map((member) => `details.${member}`)

/** The value of a member of details, or its default. */
const memberOf = (details: StoredDetails, member: string) =>
  details[member] ?? detailsDefaults[member] ?? null

/** True where details differ in one of the members. */
export const differsIn = (members: readonly string[], before: StoredDetails, after: StoredDetails) =>
  members.some((member) => !isSameValue(memberOf(before, member), memberOf(after, member)))

/** An issue as far as rules on its approval look at it. */
export interface Approved {
  readonly subtype: IssueSubtype
  readonly details: StoredDetails
  readonly configuration_item_ids: readonly string[]
}

/** True where a change is about other configuration items than before. */
const hasOtherItems = (before: Approved, after: Approved) =>
  after.subtype === 'change' &&
  !isSameValue([...before.configuration_item_ids].sort(), [...after.configuration_item_ids].sort())

/** True where an issue differs in what its approvers approve. */
export const differsInApproved = (before: Approved, after: Approved) =>
  differsIn(approved[after.subtype] ?? [], before.details, after.details) || hasOtherItems(before, after)

/** Members that say who approves, and how many of them must. */
const approverMembers = ['approver_ids', 'approval_rule'] as const

/** The members on approvers that details change. */
export const approversChanged = (before: StoredDetails, after: StoredDetails) =>
  approverMembers.filter((member) => differsIn([member], before, after))

/** True where a change of an issue changes what approvers voted on, or who the approvers are. */
export function isVoided(before: Approved, after: Approved): boolean {
  const status = approvalStatusOf(before.details)
  if (status === 'not_required') return false
  if (before.subtype !== after.subtype || approversChanged(before.details, after.details).length > 0)
    return true
  return status !== 'rejected' && differsInApproved(before, after)
}

/** True for a change that goes without an approval. */
export const isStandard = ({ change_type }: StoredDetails) => change_type === 'standard'

/** True where an issue becomes a change that needs an approval, having been none before. */
export const startsToNeedApproval = (before: Approved, after: Approved) =>
  after.subtype === 'change' &&
  !isStandard(after.details) &&
  (before.subtype !== 'change' || isStandard(before.details))

/** True for a status that an issue is sent back to, or given up in: no approval is needed to enter it. */
export const isBack = ({ category, is_initial }: StatusView) =>
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
 * The state of the approval once a status is entered. Entering a status that waits requests the approval anew; an issue
 * that is sent back or cancelled requests none. A rejection stays until the issue goes on again.
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

/** The vote of an approver, as far as it is counted. */
export interface Vote {
  readonly approver_id: string
  readonly status: 'pending' | 'approved' | 'rejected'
}

/**
 * The state of the approval according to the votes of the approvers. A rejection always counts. An approval counts unless
 * its approver is a party of the issue. So nobody overturns a rejection by assigning the issue to the user who rejected it.
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
