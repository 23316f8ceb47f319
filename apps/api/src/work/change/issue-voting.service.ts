import type { IssueApprovalCreate } from '@commonhold/contract'
import { ignoreUnhandled } from '../../db/statement.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { statusesOf } from '../configuration/issue-configuration.repository.ts'
import { recordIssueEvent } from '../conversation/issue-recording.service.ts'
import { approvalStatusOf, approversOf } from '../issues/issue-approvals.rules.ts'
import { lockIssue } from '../issues/issue-lock.service.ts'
import { recordActivity, touchIssue } from '../issues/issue-parts.repository.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { votersOf } from './issue-approvals.repository.ts'
import { settleVotes, voteContext } from './issue-approvals.service.ts'
import { type ApprovalRow, approvalStore, votesOf } from './issue-approvals.store.ts'
import { decideVote, type GivenVote, type VotingChanges, type VotingState } from './issue-voting.rules.ts'

/** An issue with the facts that decide a vote. */
interface LoadedVoting extends VotingState<ApprovalRow> {
  readonly issue: IssueRow
}

/** Votes as the user of the request. Returns the stored vote. */
export async function vote(
  context: WriteContext,
  issueId: string,
  body: IssueApprovalCreate,
): Promise<ApprovalRow> {
  const { actor, clock } = context
  const state = await loadVoting(context, issueId)
  const changes = decideVote(state, { ...body, userId: actor.userId, now: clock.now().toISOString() })
  return applyVote(context, state, changes)
}

/** Locks an issue, then reads the facts that decide a vote. */
async function loadVoting(context: WriteContext, id: string): Promise<LoadedVoting> {
  const { tx, actor } = context
  const issue = await lockIssue(context, id)
  const isUnrequested = approvalStatusOf(issue.details) === 'not_required'
  const [voters, votes, statuses] = await Promise.all([
    votersOf(tx, issue, [...new Set([...approversOf(issue.details), actor.userId])]),
    votesOf(tx, id),
    isUnrequested ? statusesOf(tx, issue.workflow_id) : [],
  ])
  return { issue, voters, votes, statuses }
}

/** Saves and records the changes of a vote. Returns the stored vote. */
async function applyVote(
  context: WriteContext,
  { issue }: LoadedVoting,
  { remaining, added, withdrawn, voteId, given }: VotingChanges<ApprovalRow>,
): Promise<ApprovalRow> {
  const made = await settleVotes(context, issue.id, { added, withdrawn })
  const stored = [...remaining, ...made].find(({ id }) => id === voteId)
  if (!stored) throw new Error(`the vote ${voteId} is not stored`)
  if (!given) return stored
  const voting = ignoreUnhandled(approvalStore.update(voteContext(context), stored, given.vote))
  const saving = ignoreUnhandled(saveApproval(context, issue, given))
  const after = await voting
  const version = await saving
  const { message, changes } = given.history
  await recordIssueEvent(context, { action: 'updated', id: issue.id, version, changes }, { message })
  // Not awaited: if this statement fails, COMMIT fails too.
  void ignoreUnhandled(recordActivity(context.tx, issue.id, [given.activity]))
  return after
}

/** Saves the state of the approval. Every vote makes a new version of the issue. Returns that version. */
async function saveApproval(context: WriteContext, issue: IssueRow, { details }: GivenVote): Promise<number> {
  if (details) return (await issueStore.update(withoutAudit(context), issue, { details })).version
  await touchIssue(context.tx, issue.id)
  return issue.version + 1
}
