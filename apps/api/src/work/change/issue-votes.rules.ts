import type { VoteObstacle } from '@commonhold/contract'
import { newId } from '../../base/ids.ts'
import type { Vote } from '../issues/issue-approvals.rules.ts'

/** A user, and whether the user may approve an issue. */
export interface Voter {
  readonly id: string
  /** The present or former roles in the issue that keep the user from voting, whatever permissions the user has. */
  readonly cannot_vote_because: readonly VoteObstacle[]
  readonly may_write: boolean
}

/** True for the creator and any present or former reporter, requester or assignee. None of them may approve. */
export const isParty = ({ cannot_vote_because }: Voter) => cannot_vote_because.length > 0

/** The ids of the voters who are parties of the issue. */
export const partiesAmong = (voters: readonly Voter[]) => voters.filter(isParty).map(({ id }) => id)

/** A vote that is stored for an approver who has none. */
export interface NewVote {
  readonly id: string
  readonly approver_id: string
}

/** The stored votes that remain or are deleted, and the votes to add. */
export interface SettledVotes<V> {
  readonly remaining: readonly V[]
  /** The votes of users who are no longer approvers. */
  readonly withdrawn: readonly V[]
  readonly added: readonly NewVote[]
}

/** Decides which votes remain, are deleted and are added, so that each approver has one vote. */
export function votesFor<V extends Vote>(approvers: readonly string[], votes: readonly V[]): SettledVotes<V> {
  const isNamed = (vote: V) => approvers.includes(vote.approver_id)
  return {
    remaining: votes.filter(isNamed),
    withdrawn: votes.filter((vote) => !isNamed(vote)),
    added: approvers
      .filter((id) => votes.every(({ approver_id }) => approver_id !== id))
      .map((approver_id) => ({ id: newId(), approver_id })),
  }
}
