import type { IssueApprovalCreate, IssueSubtype } from '@commonhold/contract'
import { problem } from '../../base/problem.ts'
import type { Change } from '../../store/audit.ts'
import { hasApprovers, type StatusView } from '../configuration/issue-lifecycle.rules.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import {
  type ApprovalStatus,
  approvalByVotes,
  approvalStatusOf,
  approversOf,
  type Vote,
} from '../issues/issue-approvals.rules.ts'
import type { ActivityEntry } from '../issues/issue-parts.repository.ts'
import { type NewVote, partiesAmong, type SettledVotes, type Voter, votesFor } from './issue-votes.rules.ts'

/** A stored vote. */
interface StoredVote extends Vote {
  readonly id: string
  readonly comment: string | null
}

/** The facts that decide a vote. */
export interface VotingState<V> {
  readonly issue: {
    readonly subtype: IssueSubtype
    readonly status_id: string
    readonly details: StoredDetails
  }
  /** The approvers, and the user who votes. */
  readonly voters: readonly Voter[]
  readonly votes: readonly V[]
  /** The statuses of the issue's workflow. They are needed only if no approval was requested. */
  readonly statuses: readonly Pick<StatusView, 'id' | 'waits_for_approval'>[]
}

/** A requested vote. */
export interface VotingCommand extends IssueApprovalCreate {
  readonly userId: string
  readonly now: string
}

/** A vote of an approver, and its consequences. */
export interface GivenVote {
  readonly vote: {
    readonly status: Vote['status']
    readonly comment: string | null
    readonly decided_at: string
  }
  /** The details of the issue with the new state of the approval; undefined if the state stays the same. */
  readonly details: StoredDetails | undefined
  /** The entry for the history of the issue. */
  readonly history: { readonly message: string | undefined; readonly changes: readonly Change[] }
  /** The entry for the activity of the issue. */
  readonly activity: ActivityEntry
}

/** The changes that a vote makes. */
export interface VotingChanges<V> extends SettledVotes<V> {
  /** The id of the approver's vote, which is stored or among the added ones. */
  readonly voteId: string
  /** Undefined if the approver has already given the same vote. */
  readonly given: GivenVote | undefined
}

const statusAfter = { approve: 'approved', reject: 'rejected' } as const

/** Decides a vote of the user, who must be among the voters. Throws if the user may not vote or no approval is requested. */
export function decideVote<V extends StoredVote>(
  state: VotingState<V>,
  { userId, decision, now, ...command }: VotingCommand,
): VotingChanges<V> {
  const { issue, voters, votes } = state
  assertMayVote(state, userId)
  assertRequested(state)
  // Votes may be missing: during an upgrade, an earlier release that stores no votes runs beside this one.
  const settled = votesFor(approversOf(issue.details), votes)
  const isOwn = ({ approver_id }: NewVote) => approver_id === userId
  const stored = settled.remaining.find(isOwn)
  const voteId = (stored ?? settled.added.find(isOwn))?.id
  if (voteId === undefined) throw new Error(`the approver ${userId} has no vote`)
  const { status: from, comment: former } = stored ?? { status: 'pending', comment: null }
  const status = statusAfter[decision]
  const comment = command.comment ?? (from === status ? former : null)
  if (from === status && comment === former) return { ...settled, voteId, given: undefined }
  const counted = [...votes.filter((vote) => !isOwn(vote)), { approver_id: userId, status }]
  const former_status = approvalStatusOf(issue.details)
  const approval_status = approvalByVotes(issue.details, counted, partiesAmong(voters))
  const isDecided = approval_status !== former_status
  return {
    ...settled,
    voteId,
    given: {
      vote: { status, comment, decided_at: now },
      details: isDecided ? { ...issue.details, approval_status } : undefined,
      history: {
        message: comment ?? undefined,
        changes: [
          { field: 'approval', from, to: status },
          ...(isDecided
            ? [{ field: 'details.approval_status', from: former_status, to: approval_status }]
            : []),
        ],
      },
      activity: { type: 'approval_decided', data: { approval_id: voteId, decision, comment } },
    },
  }
}

/** Throws if the user is not an approver of the issue, created it, or is or was its reporter, requester or assignee. */
function assertMayVote({ issue, voters }: VotingState<unknown>, userId: string): void {
  const isApprover = hasApprovers(issue.subtype) && approversOf(issue.details).includes(userId)
  const voter = voters.find(({ id }) => id === userId)
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
  approved: 'The issue is approved already, and needs no further vote. Move it to another status.',
  rejected:
    'The approval was rejected already. Send the issue back. Then move it to the status that waits for approval again, and every approver votes again.',
}

/** Throws unless the approval is requested, or the status was changed to wait for approval while the issue was in it. */
function assertRequested({ issue, statuses }: VotingState<unknown>): void {
  const current_state = approvalStatusOf(issue.details)
  if (current_state === 'requested') return
  const isWaiting = statuses.some(
    ({ id, waits_for_approval }) => id === issue.status_id && waits_for_approval,
  )
  if (current_state === 'not_required' && isWaiting) return
  throw problem('invalid_transition', { current_state, allowed_operations: [] }, noVote[current_state])
}
