import type { Issue, IssueDetailsInput, IssueSubtype } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { type Fault, problem } from '../kernel/problem.ts'
import { isParty, standingsOf } from './issue-approvals.repository.ts'
import {
  type ApprovalStatus,
  approvalAfterMove,
  approvalBeforeMove,
  approvalByVotes,
  approvalStatusOf,
  approversOf,
  differsIn,
  isVoided,
} from './issue-approvals.rules.ts'
import { approvalStore, votesOf } from './issue-approvals.store.ts'
import type { StoredDetails } from './issue-details.rules.ts'
import { moverOf } from './issue-facts.repository.ts'
import { hasApprovers, isClosed, type StatusView } from './issue-lifecycle.rules.ts'

/** What becomes of an approval by a change of its issue. */
export interface PlannedApproval {
  readonly status: ApprovalStatus
  /** True where the approvers vote anew. */
  readonly isAskedAnew: boolean
  /** True where somebody has to be named who may approve. */
  readonly needsApprover: boolean
}

/** An issue as far as its approval depends on it. */
interface Subject {
  readonly id: string
  readonly project_id: string
  readonly reporter_id: string | null
  readonly assignee_id: string | null
  readonly status_category: Issue['status_category']
  readonly details: StoredDetails
}

/** Members that say who is no approver of an issue. */
const persons = ['requester_person_id', 'requested_for_person_id']

const none: PlannedApproval = { status: 'not_required', isAskedAnew: false, needsApprover: false }

/** What becomes of the approval of a new issue. */
export function approvalOfNew(subtype: IssueSubtype, status: StatusView): PlannedApproval {
  if (!hasApprovers(subtype)) return none
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

/** Works out what becomes of an approval by a change of details, of those concerned, and of the status. */
export async function plannedApproval(
  { tx }: WriteContext,
  subtype: IssueSubtype,
  before: Subject,
  after: Subject,
  from: StatusView | undefined,
  to: StatusView | undefined,
): Promise<PlannedApproval> {
  if (!hasApprovers(subtype)) return none
  const standing = approvalBeforeMove(subtype, before.details, after.details)
  const isOpen = !isClosed((to ?? { category: before.status_category }).category)
  const status = to ? approvalAfterMove(standing, from, to) : standing
  if (
    to?.waits_for_approval ||
    (standing === 'requested' && isVoided(subtype, before.details, after.details))
  )
    return { status, isAskedAnew: true, needsApprover: status === 'requested' && isOpen }
  const isHandedOver =
    before.reporter_id !== after.reporter_id ||
    before.assignee_id !== after.assignee_id ||
    differsIn(persons, before.details, after.details)
  if (!isHandedOver || !isOpen) return { status, isAskedAnew: false, needsApprover: false }
  const isLost = status === 'approved' && !(await isStillApproved(tx, after))
  const left = isLost ? 'requested' : status
  return { status: left, isAskedAnew: false, needsApprover: left === 'requested' }
}

/** True unless an approval rests on the vote of somebody who is reporter, requester or assignee by now. */
async function isStillApproved(tx: WriteContext['tx'], issue: Subject): Promise<boolean> {
  const [votes, standings] = await Promise.all([
    votesOf(tx, issue.id),
    standingsOf(tx, issue, approversOf(issue.details)),
  ])
  const isOfParty = ({ approver_id }: { approver_id: string }) =>
    standings.some((one) => one.id === approver_id && isParty(one))
  if (!votes.some((vote) => vote.status === 'approved' && isOfParty(vote))) return true
  const counted = votes.filter((vote) => !isOfParty(vote))
  return approvalByVotes(issue.details.approval_rule, counted) === 'approved'
}

/** The fault of an issue that waits for an approval which nobody may give. */
export async function approverFaults(
  { tx }: WriteContext,
  { needsApprover }: PlannedApproval,
  issue: Omit<Subject, 'id' | 'status_category'>,
): Promise<Fault[]> {
  if (!needsApprover) return []
  const standings = await standingsOf(tx, issue, approversOf(issue.details))
  if (standings.some((one) => one.may_write && !isParty(one))) return []
  const message =
    'name at least one user who may approve: one who writes issues, and is neither reporter, requester nor assignee'
  return [{ field: '/details/approver_ids', code: 'approver_required', message }]
}

/** The state of an approval follows from the votes; it is accepted as it is or becomes, and not written. */
export function approvalStatusFaults(
  { approval_status: given }: IssueDetailsInput,
  before: StoredDetails,
  { status }: PlannedApproval,
): Fault[] {
  if (given === undefined || given === status || given === approvalStatusOf(before)) return []
  const message = 'it follows from the votes of the approvers: POST /issues/{issue_id}/approvals'
  return [{ field: '/details/approval_status', code: 'read_only', message }]
}

/** While an approval is asked for, and once it is given, its approvers or whoever manages issues name others. */
export async function assertApproversChange(
  { tx }: WriteContext,
  before: Subject,
  given: IssueDetailsInput | undefined,
): Promise<void> {
  const status = approvalStatusOf(before.details)
  if (!given || (status !== 'requested' && status !== 'approved')) return
  const written = (['approver_ids', 'approval_rule'] as const).filter((member) => given[member] !== undefined)
  if (!differsIn(written, before.details, given)) return
  const { user_id, may_manage } = await moverOf(tx, before.id, before.project_id)
  if (approversOf(before.details).includes(user_id) || may_manage) return
  throw problem(
    'permission_denied',
    { required_permission: 'issues:manage', reasons: ['not_an_approver'] },
    'Only the users in approver_ids hand the approval on to others.',
  )
}

/** The context of a vote of a locked issue: it lies in the issue's project, and If-Match is about the issue. */
export function voteContext(context: WriteContext): WriteContext {
  const entered = async () => ({ ...(await context.entered()), projectIds: null })
  return { ...context, entered, ifMatch: undefined }
}

/** Keeps a vote for each approver; those that are asked anew are pending again. */
export async function saveVotes(
  context: WriteContext,
  issueId: string,
  details: StoredDetails,
  isAskedAnew: boolean,
): Promise<void> {
  const votes = await votesOf(context.tx, issueId)
  const approvers = approversOf(details)
  const part = voteContext(context)
  for (const vote of votes) {
    if (!approvers.includes(vote.approver_id)) await approvalStore.remove(part, vote.id)
    else if (isAskedAnew)
      await approvalStore.update(part, vote, { status: 'pending', comment: null, decided_at: null })
  }
  for (const approver_id of approvers)
    if (votes.every((vote) => vote.approver_id !== approver_id))
      await approvalStore.insert(part, { issue_id: issueId, approver_id })
}
