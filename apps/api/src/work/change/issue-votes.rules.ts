import type { VoteObstacle } from '@commonhold/contract'
import { newId } from '../../base/ids.ts'
import type { Vote } from '../issues/issue-approvals.rules.ts'

/** Whether a user may approve an issue. */
export interface Voter {
  readonly id: string
  /** What keeps the user from it, whatever else the user holds: a role in the issue, held now or earlier. */
  readonly cannot_vote_because: readonly VoteObstacle[]
  readonly may_write: boolean
}

/** True for creator, reporter, requester and assignee, former ones too: none of them approves, whatever else they hold. */
export const isParty = ({ cannot_vote_because }: Voter) => cannot_vote_because.length > 0

/** The ids of the parties of an issue among users. */
export const partiesAmong = (voters: readonly Voter[]) => voters.filter(isParty).map(({ id }) => id)

/** A vote that is stored for an approver who has none. */
export interface NewVote {
  readonly id: string
  readonly approver_id: string
}

/** What becomes of the stored votes of an issue. */
export interface SettledVotes<V> {
  readonly kept: readonly V[]
  /** The votes of users who are approvers no more. */
  readonly withdrawn: readonly V[]
  readonly added: readonly NewVote[]
}

/** One vote for each approver. */
export function votesFor<V extends Vote>(approvers: readonly string[], votes: readonly V[]): SettledVotes<V> {
  const isNamed = (vote: V) => approvers.includes(vote.approver_id)
  return {
    kept: votes.filter(isNamed),
    withdrawn: votes.filter((vote) => !isNamed(vote)),
    added: approvers
      .filter((id) => votes.every(({ approver_id }) => approver_id !== id))
      .map((approver_id) => ({ id: newId(), approver_id })),
  }
}
