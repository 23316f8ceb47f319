import type { VoteObstacle } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { votesFor } from '../../src/work/change/issue-votes.rules.ts'
import { decideVote, type VotingState } from '../../src/work/change/issue-voting.rules.ts'
import type { Vote } from '../../src/work/issues/issue-approvals.rules.ts'
import { outcomeOf } from './issue-states.ts'

const NOW = '2024-05-06T08:00:00.000Z'

interface Given extends Vote {
  readonly id: string
  readonly comment: string | null
}

const voteOf = (
  approver_id: string,
  status: Vote['status'] = 'pending',
  comment: string | null = null,
): Given => ({ id: `vote of ${approver_id}`, approver_id, status, comment })

interface Situation {
  readonly votes?: readonly Given[]
  readonly details?: object
  readonly obstacles?: Readonly<Record<string, readonly VoteObstacle[]>>
  readonly subtype?: 'change' | 'incident'
  readonly waits?: boolean
}

/** A change with the approvers Ada and Bob, whose approval is requested. */
function stateOf({ votes, details, obstacles = {}, subtype = 'change', waits = true }: Situation) {
  const voters = ['ada', 'bob', 'eve'].map((id) => ({
    id,
    cannot_vote_because: obstacles[id] ?? [],
    may_write: true,
  }))
  const state: VotingState<Given> = {
    issue: {
      subtype,
      status_id: 'authorize',
      details: { approver_ids: ['ada', 'bob'], approval_status: 'requested', ...details },
    },
    voters,
    votes: votes ?? [voteOf('ada'), voteOf('bob')],
    statuses: [{ id: 'authorize', waits_for_approval: waits }],
  }
  return state
}

/** The changes by Ada's vote: of the vote, of the approval, and in the history. */
const voted = (
  situation: Situation,
  decision: 'approve' | 'reject',
  comment?: string | null,
  userId = 'ada',
) =>
  outcomeOf(() => {
    const { given } = decideVote(stateOf(situation), { decision, comment, userId, now: NOW })
    if (!given) return 'nothing'
    return {
      vote: `${given.vote.status}, ${given.vote.comment}`,
      approval: given.details?.approval_status,
      changes: given.history.changes.map(({ field, from, to }) => `${field}: ${from} to ${to}`),
    }
  })

const requested = 'details.approval_status: requested to'
const approved = 'approval: pending to approved'
const rejected = 'approval: pending to rejected'

describe('a vote', () => {
  const rows: [what: string, Situation, decision: 'approve' | 'reject', comment: string | null, unknown][] = [
    [
      'of one of two approvers leaves the approval requested',
      {},
      'approve',
      'Sound',
      { vote: 'approved, Sound', changes: [approved] },
    ],
    [
      'of the last approver approves',
      { votes: [voteOf('ada'), voteOf('bob', 'approved')] },
      'approve',
      null,
      { vote: 'approved, null', approval: 'approved', changes: [approved, `${requested} approved`] },
    ],
    [
      'of any approver approves where the rule says so',
      { details: { approval_rule: 'any' } },
      'approve',
      null,
      { vote: 'approved, null', approval: 'approved', changes: [approved, `${requested} approved`] },
    ],
    [
      'of one approver rejects, whatever the rule is',
      { details: { approval_rule: 'any' } },
      'reject',
      'No window',
      { vote: 'rejected, No window', approval: 'rejected', changes: [rejected, `${requested} rejected`] },
    ],
    [
      'approves where the other approver is a party of the issue',
      { obstacles: { bob: ['is_assignee'] } },
      'approve',
      null,
      { vote: 'approved, null', approval: 'approved', changes: [approved, `${requested} approved`] },
    ],
    [
      'counts without the votes of users who are approvers no more',
      { votes: [voteOf('ada'), voteOf('bob'), voteOf('eve', 'rejected')] },
      'approve',
      null,
      { vote: 'approved, null', changes: [approved] },
    ],
    [
      'can be changed while the approval is requested',
      { votes: [voteOf('ada', 'approved', 'Sound'), voteOf('bob')] },
      'reject',
      null,
      {
        vote: 'rejected, null',
        approval: 'rejected',
        changes: ['approval: approved to rejected', `${requested} rejected`],
      },
    ],
    [
      'that is the same changes nothing',
      { votes: [voteOf('ada', 'approved', 'Sound'), voteOf('bob')] },
      'approve',
      null,
      'nothing',
    ],
    [
      'that is the same with another comment is recorded',
      { votes: [voteOf('ada', 'approved', 'Sound'), voteOf('bob')] },
      'approve',
      'Still sound',
      { vote: 'approved, Still sound', changes: ['approval: approved to approved'] },
    ],
    [
      'requests the approval in a status that has been made one that waits',
      { details: { approval_status: undefined } },
      'approve',
      null,
      {
        vote: 'approved, null',
        approval: 'requested',
        changes: [approved, 'details.approval_status: not_required to requested'],
      },
    ],
    [
      'in a status that does not wait',
      { details: { approval_status: undefined }, waits: false },
      'approve',
      null,
      'invalid_transition',
    ],
    [
      'on an approved issue',
      { details: { approval_status: 'approved' } },
      'approve',
      null,
      'invalid_transition',
    ],
    [
      'on a rejected issue',
      { details: { approval_status: 'rejected' } },
      'approve',
      null,
      'invalid_transition',
    ],
    ['of a party', { obstacles: { ada: ['is_creator'] } }, 'approve', null, 'permission_denied'],
    [
      'on an issue of a kind without approvers',
      { subtype: 'incident' },
      'approve',
      null,
      'permission_denied',
    ],
    [
      'of a party on an approved issue, whose role in it is named first',
      { obstacles: { ada: ['is_creator'] }, details: { approval_status: 'approved' } },
      'approve',
      null,
      'permission_denied',
    ],
  ]

  test.each(rows)('%s', (_, situation, decision, comment, outcome) => {
    expect(voted(situation, decision, comment)).toEqual(outcome)
  })

  test('of a user who is no approver', () => {
    expect(voted({}, 'approve', null, 'eve')).toBe('permission_denied')
  })

  test('is in history and activity with its comment', () => {
    const command = { decision: 'reject', comment: 'No window', userId: 'ada', now: NOW } as const
    const { given, voteId } = decideVote(stateOf({}), command)
    expect(voteId).toBe('vote of ada')
    expect(given).toMatchObject({
      vote: { decided_at: NOW },
      history: { message: 'No window' },
      activity: {
        type: 'approval_decided',
        data: { approval_id: 'vote of ada', decision: 'reject', comment: 'No window' },
      },
    })
  })

  test('is stored for an approver who has none', () => {
    const command = { decision: 'approve', userId: 'ada', now: NOW } as const
    const { added, voteId, given } = decideVote(stateOf({ votes: [voteOf('bob')] }), command)
    expect(added).toEqual([{ id: voteId, approver_id: 'ada' }])
    expect(given?.activity.data).toMatchObject({ approval_id: voteId })
  })
})

test('each approver has one vote, and nobody else', () => {
  const { remaining, withdrawn, added } = votesFor(['ada', 'eve'], [voteOf('ada', 'approved'), voteOf('bob')])
  expect(remaining).toEqual([voteOf('ada', 'approved')])
  expect(withdrawn).toEqual([voteOf('bob')])
  expect(added.map(({ approver_id }) => approver_id)).toEqual(['eve'])
})
