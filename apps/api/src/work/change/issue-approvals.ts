import type { IssueDetailsInput, IssueSubtype } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { WriteContext } from '../../store/context.ts'
import { hasApprovers, isClosed, type StatusView } from '../configuration/issue-lifecycle.rules.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import {
  type ApprovalStatus,
  approvalAfterMove,
  approvalByVotes,
  approvalStatusOf,
  approversOf,
  differsIn,
  isBack,
  isVoided,
  startsToNeedApproval,
} from '../issues/issue-approvals.rules.ts'
import { type Concerned, isParty, requesterMembers, votersOf } from './issue-approvals.repository.ts'
import { type ApprovalRow, approvalStore, votesOf } from './issue-approvals.store.ts'

/** What becomes of an approval by a change of its issue. */
export interface PlannedApproval {
  readonly status: ApprovalStatus
  /** True where the approvers vote anew. */
  readonly isAskedAnew: boolean
  /** True where somebody has to be named who may approve. */
  readonly needsApprover: boolean
}

/** An issue as far as its approval depends on it. */
interface Subject extends Concerned {
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

/** The state of an approval once members of the issue change, before any move. */
export async function approvalBeforeMove(
  tx: Transaction,
  before: Subject,
  after: Subject,
  { status: at, hasGate }: ApprovalPosition,
): Promise<Pick<PlannedApproval, 'status' | 'isAskedAnew'>> {
  const status = approvalStatusOf(before.details)
  const isAtRest = isClosed(at.category) || isBack(at)
  if (isVoided(before, after)) {
    if (isAtRest && before.subtype !== after.subtype) return { status: 'not_required', isAskedAnew: true }
    // A rejection stays until the issue goes on again and requests the approval anew.
    if (isAtRest && status === 'rejected') return { status, isAskedAnew: false }
    return { status: 'requested', isAskedAnew: true }
  }
  if (status === 'not_required') {
    const isGoingOn = hasGate && !isAtRest && startsToNeedApproval(before, after)
    return isGoingOn ? { status: 'requested', isAskedAnew: true } : { status, isAskedAnew: false }
  }
  if (status === 'rejected' || isClosed(at.category) || !hasOtherParties(before, after))
    return { status, isAskedAnew: false }
  return { status: await countedStatus(tx, before, after, status), isAskedAnew: false }
}

/** The state of the approval according to its votes; the former state where nobody has voted, as in releases without votes. */
async function countedStatus(tx: Transaction, before: Subject, after: Subject, status: ApprovalStatus) {
  const votes = await votesOf(tx, after.id)
  if (votes.every((vote) => vote.status === 'pending')) return status
  const voters = await votersOf(tx, after, approversOf(after.details), before)
  const parties = voters.filter(isParty).map(({ id }) => id)
  return approvalByVotes(after.details, votes, parties)
}

/** Works out what becomes of an approval by a change of members, and by a move from one status to another. */
export async function plannedApproval(
  { tx }: WriteContext,
  before: Subject,
  after: Subject,
  at: ApprovalPosition,
  to: StatusView | undefined,
): Promise<PlannedApproval> {
  const { status: present, isAskedAnew } = await approvalBeforeMove(tx, before, after, at)
  const status = to ? approvalAfterMove(present, at.status, to) : present
  const isOpen = !isClosed((to ?? at.status).category)
  const isChanged = isAskedAnew || to?.waits_for_approval || hasOtherParties(before, after)
  return {
    status,
    isAskedAnew: isAskedAnew || to?.waits_for_approval === true,
    needsApprover: status === 'requested' && isOpen && isChanged === true,
  }
}

/** The error of an issue that waits for an approval which nobody may give. */
export async function approverErrors(
  { tx }: WriteContext,
  { needsApprover }: PlannedApproval,
  issue: Concerned,
  before?: Concerned,
): Promise<FieldError[]> {
  if (!needsApprover) return []
  const voters = await votersOf(tx, issue, approversOf(issue.details), before)
  if (voters.some((one) => one.may_write && !isParty(one))) return []
  const message =
    'name at least one user who may approve: the user needs issues:write, did not create the issue, and neither is nor was its reporter, requester or assignee'
  return [{ field: '/details/approver_ids', code: 'approver_required', message }]
}

/** The errors of approvers that details name anew, and that could not vote. */
export async function voterErrors(
  { tx }: WriteContext,
  issue: Concerned,
  given: IssueDetailsInput,
  before: StoredDetails,
): Promise<FieldError[]> {
  const named = given.approver_ids ?? []
  const former = approversOf(before)
  const voters = await votersOf(
    tx,
    issue,
    named.filter((id) => !former.includes(id)),
  )
  const message =
    'the user cannot vote: give the user issues:write in the project first, or name another user'
  return named.flatMap((id, at): FieldError[] =>
    voters.some((one) => one.id === id && !one.may_write)
      ? [{ field: `/details/approver_ids/${at}`, code: 'not_allowed_value', message }]
      : [],
  )
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

/** The context of a vote of a locked issue: it lies in the issue's project, and If-Match is about the issue. */
export function voteContext(context: WriteContext): WriteContext {
  const authorized = async () => ({ ...(await context.authorized()), projectIds: null })
  return { ...context, authorized, ifMatch: undefined }
}

/** Stores one vote for each approver; votes that are requested anew become pending. Returns the stored votes. */
export async function saveVotes(
  context: WriteContext,
  issueId: string,
  details: StoredDetails,
  isAskedAnew: boolean,
): Promise<ApprovalRow[]> {
  const votes = await votesOf(context.tx, issueId)
  const approvers = approversOf(details)
  const part = voteContext(context)
  const kept: ApprovalRow[] = []
  for (const vote of votes) {
    if (!approvers.includes(vote.approver_id)) await approvalStore.remove(part, vote.id)
    else if (!isAskedAnew) kept.push(vote)
    else
      kept.push(
        await approvalStore.update(part, vote, { status: 'pending', comment: null, decided_at: null }),
      )
  }
  for (const approver_id of approvers)
    if (votes.every((vote) => vote.approver_id !== approver_id))
      kept.push(await approvalStore.insert(part, { issue_id: issueId, approver_id }))
  return kept
}
