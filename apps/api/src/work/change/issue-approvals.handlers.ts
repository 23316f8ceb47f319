import { operationGroups } from '@commonhold/contract'
import { problem } from '../../base/problem.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { listChildren } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { statusesOf, typesOf } from '../configuration/issue-configuration.repository.ts'
import { hasApprovers } from '../configuration/issue-lifecycle.rules.ts'
import { recordIssueChange } from '../conversation/issue-recording.service.ts'
import {
  type ApprovalStatus,
  approvalByVotes,
  approvalStatusOf,
  approversOf,
} from '../issues/issue-approvals.rules.ts'
import { lockIssue } from '../issues/issue-lock.service.ts'
import { recordActivity, touchIssue } from '../issues/issue-parts.repository.ts'
import { issueOf } from '../issues/issue-record.rules.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { isParty, type Voter, votersOf } from './issue-approvals.repository.ts'
import { saveVotes, voteContext } from './issue-approvals.service.ts'
import { approvalStore, votesOf } from './issue-approvals.store.ts'

const decided = { approve: 'approved', reject: 'rejected' } as const

/** Refuses users who are no approvers of the issue, and parties of it. */
function assertMayVote(voter: Voter | undefined, isApprover: boolean): void {
  const reasons = [...(voter?.cannot_vote_because ?? []), ...(isApprover ? [] : ['not_an_approver'])]
  if (reasons.length === 0) return
  throw problem(
    'permission_denied',
    { reasons },
    "Only the users in details.approver_ids vote. The issue's creator does not vote, nor does a present or former reporter, requester or assignee. Another approver must vote; a user with issues:manage can name one.",
  )
}

/** Why a vote is refused, and what to do. */
const noVote: Readonly<Record<Exclude<ApprovalStatus, 'requested'>, string>> = {
  not_required: 'No approval is requested. Move the issue to a status that waits for approval first.',
  approved: 'The issue is approved already, and needs no further vote. Move it on.',
  rejected:
    'The approval was rejected already. Send the issue back. Then move it to the status that waits for approval again, and every approver votes anew.',
}

/** True while approvers vote: the approval is requested, or the status of the issue has been made one that waits for approval. */
async function isRequested({ tx }: WriteContext, { details, ...issue }: IssueRow): Promise<boolean> {
  const status = approvalStatusOf(details)
  if (status !== 'not_required') return status === 'requested'
  const type = (await typesOf(tx)).find(({ id }) => id === issue.issue_type_id)
  const statuses = type ? await statusesOf(tx, type.workflow_id) : []
  return statuses.some(({ id, waits_for_approval }) => id === issue.status_id && waits_for_approval)
}

async function assertRequested(context: WriteContext, issue: IssueRow): Promise<void> {
  if (await isRequested(context, issue)) return
  const current_state = approvalStatusOf(issue.details)
  const advice = current_state === 'requested' ? undefined : noVote[current_state]
  throw problem('invalid_transition', { current_state, allowed_operations: [] }, advice)
}

/** Saves the state of the approval according to the votes. Every vote makes a new version of the issue. */
async function saveApproval(context: WriteContext, before: IssueRow, parties: readonly string[]) {
  const { tx } = context
  const approval_status = approvalByVotes(before.details, await votesOf(tx, before.id), parties)
  const details = { ...before.details, approval_status }
  const row = await issueStore.update(withoutAudit(context), before, { details })
  if (row === before) await touchIssue(tx, before.id)
  return issueOf(await issueStore.get(tx, before.id))
}

export const issueApprovalHandlers = implement(operationGroups.issueApprovals, {
  list: ({ params, query }, context) =>
    listChildren(
      context,
      { store: issueStore, id: params.issue_id },
      {
        store: approvalStore,
        member: 'issue_id',
        collection: operationGroups.issueApprovals.list.collection,
      },
      query,
    ),
  create: async ({ params, body }, context) => {
    const { tx, actor, clock } = context
    const before = await lockIssue(context, params.issue_id)
    const approvers = hasApprovers(before.subtype) ? approversOf(before.details) : []
    const voters = await votersOf(tx, before, [...new Set([...approvers, actor.userId])])
    assertMayVote(
      voters.find(({ id }) => id === actor.userId),
      approvers.includes(actor.userId),
    )
    await assertRequested(context, before)
    // An earlier release, running beside this one during an upgrade, keeps no votes.
    const votes = await saveVotes(context, before.id, before.details, false)
    const vote = votes.find(({ approver_id }) => approver_id === actor.userId)
    if (!vote) throw new Error(`the issue ${before.id} lacks a vote of an approver`)
    const status = decided[body.decision]
    const isSame = vote.status === status
    const comment = body.comment ?? (isSame ? vote.comment : null)
    if (isSame && comment === vote.comment) return vote
    const decided_at = clock.now().toISOString()
    const after = await approvalStore.update(voteContext(context), vote, { status, comment, decided_at })
    const issue = await saveApproval(
      context,
      before,
      voters.filter(isParty).map(({ id }) => id),
    )
    await recordIssueChange(context, 'updated', issueOf(before), issue, {
      message: comment ?? undefined,
      votes: [{ field: 'approval', from: vote.status, to: status }],
    })
    await recordActivity(tx, before.id, [
      { type: 'approval_decided', data: { approval_id: vote.id, decision: body.decision, comment } },
    ])
    return after
  },
})
