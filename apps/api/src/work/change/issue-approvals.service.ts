import type { IssueDetailsInput } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { WriteContext } from '../../store/context.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import { type ApprovalStatus, approvalByVotes, approversOf } from '../issues/issue-approvals.rules.ts'
import {
  type ApprovalPosition,
  approvalBeforeMove,
  type PlannedApproval,
  type PresentApproval,
  type Subject,
} from './issue-approval-plan.rules.ts'
import { type Concerned, votersOf } from './issue-approvals.repository.ts'
import { type ApprovalRow, approvalStore, votesOf } from './issue-approvals.store.ts'
import { isParty, partiesAmong, type SettledVotes, votesFor } from './issue-votes.rules.ts'

/** The state of the approval after members of the issue change, before a move. Reads the votes only if they decide it. */
export async function presentApproval(
  tx: Transaction,
  before: Subject,
  after: Subject,
  at: ApprovalPosition,
): Promise<PresentApproval> {
  const present = approvalBeforeMove(before, after, at)
  if (!present.isCounted) return present
  return { ...present, status: await countedStatus(tx, before, after, present.status) }
}

/** The state of the approval by its votes; the former state if nobody has voted, as in data of releases without votes. */
async function countedStatus(tx: Transaction, before: Subject, after: Subject, status: ApprovalStatus) {
  const votes = await votesOf(tx, after.id)
  if (votes.every((vote) => vote.status === 'pending')) return status
  const voters = await votersOf(tx, after, approversOf(after.details), before)
  return approvalByVotes(after.details, votes, partiesAmong(voters))
}

/** The error of an issue that needs an approval, but has no approver who may vote. */
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

/** The errors of newly named approvers who cannot vote because they lack `issues:write`. */
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

/** The context for writing the votes of a locked issue. If-Match and the limit to projects were checked for the issue. */
export function voteContext(context: WriteContext): WriteContext {
  const authorized = async () => ({ ...(await context.authorized()), projectIds: null })
  return { ...context, authorized, ifMatch: undefined }
}

/** Stores one vote for each approver, all together. With `isRequestedAgain`, existing votes become pending again. */
export async function saveVotes(
  context: WriteContext,
  issueId: string,
  details: StoredDetails,
  isRequestedAgain: boolean,
): Promise<void> {
  const settled = votesFor(approversOf(details), await votesOf(context.tx, issueId))
  const part = voteContext(context)
  const pending = { status: 'pending', comment: null, decided_at: null }
  await Promise.all([
    ...(isRequestedAgain ? settled.remaining.map((vote) => approvalStore.update(part, vote, pending)) : []),
    settleVotes(context, issueId, settled),
  ])
}

/** Stores votes for approvers who have none, and deletes those of users who are no longer approvers. Returns the new votes. */
export async function settleVotes(
  context: WriteContext,
  issue_id: string,
  { added, withdrawn }: Pick<SettledVotes<ApprovalRow>, 'added' | 'withdrawn'>,
): Promise<ApprovalRow[]> {
  const part = voteContext(context)
  const [made] = await Promise.all([
    Promise.all(
      added.map(({ id, approver_id }) => approvalStore.insert(part, { issue_id, approver_id }, id)),
    ),
    ...withdrawn.map((vote) => approvalStore.remove(part, vote.id)),
  ])
  return made
}
