import { describe, expect, test } from 'vitest'
import { findMove, type MoveFacts } from '../../src/work/change/issue-moves.rules.ts'
import { statusesIn } from '../../src/work/configuration/issue-configuration.rules.ts'
import type { TransitionView } from '../../src/work/configuration/issue-transitions.rules.ts'
import type { ApprovalStatus } from '../../src/work/issues/issue-approvals.rules.ts'
import type { IssueRow } from '../../src/work/issues/issues.store.ts'
import {
  agentRights,
  configurationOf,
  issueIn,
  noObstacles,
  outcomeOf,
  type Status,
  to,
} from './issue-states.ts'

/** The facts that decide a move of an issue. By default: no obstacles, an agent without groups, and no approval. */
function factsOf(
  issue: IssueRow,
  transitions: readonly TransitionView[] | undefined,
  over: Partial<MoveFacts> = {},
): MoveFacts {
  const configuration = configurationOf(transitions ? { transitions } : {})
  return {
    configuration,
    issue,
    patched: issue,
    statuses: statusesIn(configuration, issue.workflow_id),
    rights: agentRights,
    obstacles: noObstacles,
    approval: 'not_required',
    ...over,
  }
}

const moved = (facts: MoveFacts, to_status: string) =>
  outcomeOf(() => {
    const { move, errors } = findMove(facts, { to_status })
    return move ? `${move.from.key} to ${move.to.key}` : errors.map(({ code }) => code)
  })

describe('a move is found and authorized', () => {
  const blocked = { ...noObstacles, blockers: [{ id: 'b', key: 'P-2' }] }
  const hidden = { ...noObstacles, hidden_children: 1 }
  const inGroup = { ...agentRights, group_ids: ['board'] }
  const manager = { ...agentRights, may_manage: true }

  const rows: [what: string, facts: MoveFacts, to: string, outcome: unknown][] = [
    ['a transition from any status', factsOf(issueIn('todo'), undefined), 'doing', 'todo to doing'],
    [
      'a status that the workflow does not have',
      factsOf(issueIn('todo'), undefined),
      'gone',
      ['not_allowed_value'],
    ],
    [
      'no transition leads there',
      factsOf(issueIn('todo'), [to('done')]),
      'doing',
      'transition_not_available',
    ],
    [
      'a condition that the issue does not meet',
      factsOf(issueIn('todo'), [to('doing', { condition: { priority: 'high' } })]),
      'doing',
      'transition_not_available',
    ],
    [
      'a condition that the members sent along meet',
      factsOf(issueIn('todo'), [to('doing', { condition: { priority: 'high' } })], {
        patched: issueIn('todo', { priority: 'high' }),
      }),
      'doing',
      'todo to doing',
    ],
    [
      'a permission that the user lacks',
      factsOf(issueIn('todo'), [to('doing', { required_permission: 'issues:manage' })]),
      'doing',
      'permission_denied',
    ],
    [
      'a permission that the user holds',
      factsOf(issueIn('todo'), [to('doing', { required_permission: 'issues:manage' })], { rights: manager }),
      'doing',
      'todo to doing',
    ],
    [
      'a group that the user is not in',
      factsOf(issueIn('todo'), [to('doing', { allowed_group_ids: ['board'] })]),
      'doing',
      'permission_denied',
    ],
    [
      'a group that the user is in',
      factsOf(issueIn('todo'), [to('doing', { allowed_group_ids: ['board'] })], { rights: inGroup }),
      'doing',
      'todo to doing',
    ],
    [
      'the assignee alone',
      factsOf(issueIn('todo', { assignee_id: 'agent' }), [to('doing', { allowed_actors: ['assignee'] })]),
      'doing',
      'todo to doing',
    ],
    [
      'the second of two transitions, which the user may make',
      factsOf(issueIn('todo'), [
        to('doing', { required_permission: 'issues:delete' }),
        to('doing', { id: 'other' }),
      ]),
      'doing',
      'todo to doing',
    ],
    [
      'an open blocker',
      factsOf(issueIn('doing'), undefined, { obstacles: blocked }),
      'done',
      'issue_blocked',
    ],
    [
      'an open child that is hidden',
      factsOf(issueIn('doing'), undefined, { obstacles: hidden }),
      'done',
      'issue_blocked',
    ],
    [
      'an open blocker, where the transition allows it',
      factsOf(issueIn('doing'), [to('done', { allows_open_blockers: true })], { obstacles: blocked }),
      'done',
      'doing to done',
    ],
    [
      'an open blocker, where only the second of two transitions allows it',
      factsOf(issueIn('doing'), [to('done'), to('done', { id: 'other', allows_open_blockers: true })], {
        obstacles: blocked,
      }),
      'done',
      'doing to done',
    ],
    [
      'an open blocker, which hinders no start',
      factsOf(issueIn('todo'), undefined, { obstacles: blocked }),
      'doing',
      'todo to doing',
    ],
  ]

  test.each(rows)('%s', (_, facts, status, outcome) => {
    expect(moved(facts, status)).toEqual(outcome)
  })
})

describe('a change goes on only with its approval', () => {
  const rows: [from: Status, approval: ApprovalStatus, to: Status, outcome: string][] = [
    ['todo', 'not_required', 'waiting', 'todo to waiting'],
    ['waiting', 'requested', 'doing', 'approval_required'],
    ['waiting', 'approved', 'doing', 'waiting to doing'],
    ['waiting', 'rejected', 'doing', 'approval_required'],
    ['waiting', 'rejected', 'todo', 'waiting to todo'],
    ['waiting', 'requested', 'dropped', 'waiting to dropped'],
    ['doing', 'requested', 'done', 'approval_required'],
    ['doing', 'requested', 'waiting', 'doing to waiting'],
    ['doing', 'approved', 'done', 'doing to done'],
    ['todo', 'rejected', 'doing', 'todo to doing'],
  ]

  test.each(rows)('from %s, %s, to %s', (from, approval, status, outcome) => {
    const issue = issueIn(from, { issue_type: 'change', details: { approval_status: approval } })
    expect(moved(factsOf(issue, undefined, { approval }), status)).toBe(outcome)
  })
})
