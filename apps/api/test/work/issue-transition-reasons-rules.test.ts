import { describe, expect, test } from 'vitest'
import { ProblemException } from '../../src/base/problem.ts'
import { findMove, type MoveFacts, statusOfIssue } from '../../src/work/change/issue-moves.rules.ts'
import {
  checkedTransitions,
  type Reason,
  type TransitionFacts,
} from '../../src/work/change/issue-transition-reasons.rules.ts'
import { statusesIn } from '../../src/work/configuration/issue-configuration.rules.ts'
import type { Obstacles, TransitionView } from '../../src/work/configuration/issue-transitions.rules.ts'
import { agentRights, configurationOf, issueIn, noObstacles, to } from './issue-states.ts'

/** What makes a transition unavailable, and the problem of a move in spite of it. */
interface Cause {
  readonly transition?: Partial<TransitionView>
  readonly obstacles?: Partial<Obstacles>
  readonly approval?: MoveFacts['approval']
  readonly isInactive?: boolean
  readonly list?: Partial<Pick<TransitionFacts, 'isArchived' | 'mayWrite'>>
  /** The code of the problem and its members; undefined if the request is rejected before its move is found. */
  readonly problem?: readonly [code: string, facts: object]
}

const blocker = { id: 'b', key: 'P-2' }
const child = { id: 'c', key: 'P-3' }
const denied = (reason: Reason, required_permission?: string) =>
  ['permission_denied', { required_permission, reasons: [reason] }] as const
const notAvailable = ['transition_not_available', { current_status: 'waiting', available: [] }] as const

/** A cause for each reason, in the order in which the reasons are listed. */
const causes = {
  status_not_active: { isInactive: true, problem: notAvailable },
  record_archived: { list: { isArchived: true } },
  condition_not_met: { transition: { condition: { priority: 'high' } }, problem: notAvailable },
  permission_missing: {
    transition: { required_permission: 'issues:delete' },
    problem: denied('permission_missing', 'issues:delete'),
  },
  not_in_allowed_group: {
    transition: { allowed_group_ids: ['board'] },
    problem: denied('not_in_allowed_group'),
  },
  not_an_allowed_actor: {
    transition: { allowed_actors: ['reporter', 'assignee', 'watcher'] },
    problem: denied('not_an_allowed_actor'),
  },
  not_approved: {
    approval: 'requested',
    problem: ['approval_required', { approval_status: 'requested' }],
  },
  open_blockers: {
    obstacles: { blockers: [blocker] },
    problem: ['issue_blocked', { ...noObstacles, blockers: [blocker] }],
  },
  open_children: {
    obstacles: { children: [child] },
    problem: ['issue_blocked', { ...noObstacles, children: [child] }],
  },
} as const satisfies Record<Reason, Cause>

const reasons = Object.keys(causes) as Reason[]

/** The list of reasons and the result of the move, for a transition with these causes. */
function compared(given: readonly Reason[]) {
  const chosen: readonly Cause[] = given.map((reason) => causes[reason])
  const transition = Object.assign(to('done'), ...chosen.map((one) => one.transition))
  const { statuses, ...others } = configurationOf({ transitions: [transition] })
  const isActive = chosen.every(({ isInactive }) => !isInactive)
  const configuration = {
    ...others,
    statuses: statuses.map((status) => (status.key === 'done' ? { ...status, is_active: isActive } : status)),
  }
  const issue = issueIn('waiting', { issue_type: 'change' })
  const facts: MoveFacts = {
    configuration,
    issue,
    patched: issue,
    statuses: statusesIn(configuration, issue.workflow_id),
    rights: agentRights,
    approval: chosen.find((one) => one.approval)?.approval ?? 'approved',
    obstacles: Object.assign({}, noObstacles, ...chosen.map((one) => one.obstacles)),
  }
  const listed = checkedTransitions(
    {
      ...facts,
      from: statusOfIssue(facts.statuses, issue),
      isArchived: false,
      mayWrite: true,
      ...Object.assign({}, ...chosen.map(({ list }) => list)),
    },
    [transition],
    facts.statuses,
  )
  return { listed: listed.flatMap((one) => one.reasons), move: resultOf(facts, transition.id) }
}

function resultOf(facts: MoveFacts, transition_id: string): unknown {
  try {
    return findMove(facts, { transition_id }).move?.to.key
  } catch (error) {
    if (error instanceof ProblemException) return [error.code, error.facts]
    throw error
  }
}

/** All selections from a list. */
const selections = <T>([first, ...rest]: readonly T[]): T[][] =>
  first === undefined ? [[]] : selections(rest).flatMap((one) => [[first, ...one], one])

describe('a move is rejected for the reasons that the list of transitions states', () => {
  test('a transition without reasons is made', () => {
    expect(compared([])).toEqual({ listed: [], move: 'done' })
  })

  test.each(reasons)('%s', (reason) => {
    const { problem }: Cause = causes[reason]
    expect(compared([reason])).toEqual({ listed: [reason], move: problem ?? 'done' })
  })

  test('the first of several reasons decides the problem', () => {
    for (const given of selections(reasons)) {
      const { listed, move } = compared(given)
      expect(listed).toEqual(given)
      const problem = given.map((reason): Cause => causes[reason]).find((cause) => cause.problem)?.problem
      expect([given, Array.isArray(move) ? move[0] : move]).toEqual([given, problem?.[0] ?? 'done'])
    }
  })

  test('a user who may not change the issue can make no transition', () => {
    const issue = issueIn('todo')
    const { transitions, statuses } = configurationOf()
    const checked = checkedTransitions(
      {
        issue,
        patched: issue,
        from: statusOfIssue(statuses, issue),
        isArchived: false,
        mayWrite: false,
        rights: agentRights,
        obstacles: noObstacles,
        approval: 'not_required',
      },
      transitions,
      statuses,
    )
    expect(checked.map((one) => one.reasons)).toEqual(transitions.map(() => ['permission_missing']))
  })
})
