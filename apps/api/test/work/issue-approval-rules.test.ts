import { describe, expect, test } from 'vitest'
import {
  approvalBeforeMove,
  approvalStatusErrors,
  plannedApproval,
  positionOf,
  type Subject,
} from '../../src/work/change/issue-approval-plan.rules.ts'
import { statusesIn } from '../../src/work/configuration/issue-configuration.rules.ts'
import type { StatusView } from '../../src/work/configuration/issue-lifecycle.rules.ts'
import {
  type ApprovalStatus,
  approvalAfterMove,
  approvalByVotes,
  type Vote,
} from '../../src/work/issues/issue-approvals.rules.ts'
import { change, configurationOf, issueIn, type Status } from './issue-states.ts'

const statuses = statusesIn(configurationOf(), change.workflow_id)

function statusOf(key: Status): StatusView {
  const status = statuses.find((one) => one.key === key)
  if (!status) throw new Error(`the workflow has no status ${key}`)
  return status
}

/** A change in a status, with an approval status. */
const changeIn = (status: Status, approval_status: ApprovalStatus, over: object = {}): Subject => ({
  ...issueIn(status, {
    issue_type: 'change',
    details: { approval_status, approver_ids: ['ada'], implementation_plan: 'Swap it', ...over },
  }),
})

const withDetails = (subject: Subject, details: object): Subject => ({
  ...subject,
  details: { ...subject.details, ...details },
})

describe('an approval before a move', () => {
  const requestedAnew = { status: 'requested', isRequestedAgain: true, isCounted: false }
  const stays = (status: ApprovalStatus) => ({ status, isRequestedAgain: false, isCounted: false })
  const counted = (status: ApprovalStatus) => ({ ...stays(status), isCounted: true })
  const otherPlan = (subject: Subject) => withDetails(subject, { implementation_plan: 'Swap two' })
  const otherApprovers = (subject: Subject) => withDetails(subject, { approver_ids: ['bob'] })
  const otherTitle = (subject: Subject) => ({ ...subject, title: 'Other' })
  const otherItems = (subject: Subject) => ({ ...subject, configuration_item_ids: ['switch'] })
  const otherAssignee = (subject: Subject) => ({ ...subject, assignee_id: 'ada' })
  const asTask = (subject: Subject): Subject => ({ ...subject, subtype: 'task' })

  const rows: [
    what: string,
    at: Status,
    approval: ApprovalStatus,
    made: (subject: Subject) => Subject,
    present: unknown,
  ][] = [
    ['is voided by another plan', 'doing', 'approved', otherPlan, requestedAnew],
    ['is voided by other configuration items', 'doing', 'approved', otherItems, requestedAnew],
    ['is voided by other approvers', 'waiting', 'requested', otherApprovers, requestedAnew],
    ['is not voided by another title', 'doing', 'approved', otherTitle, stays('approved')],
    ['that is rejected stays so with another plan', 'waiting', 'rejected', otherPlan, stays('rejected')],
    [
      'that is rejected is requested of other approvers',
      'waiting',
      'rejected',
      otherApprovers,
      requestedAnew,
    ],
    ['that is rejected stays so on the way back', 'todo', 'rejected', otherApprovers, stays('rejected')],
    [
      'that nobody needs is not requested by a plan',
      'todo',
      'not_required',
      otherPlan,
      stays('not_required'),
    ],
    ['is counted anew with another assignee', 'waiting', 'requested', otherAssignee, counted('requested')],
    ['that is rejected is final for all assignees', 'waiting', 'rejected', otherAssignee, stays('rejected')],
    ['of a closed issue is final', 'done', 'approved', otherAssignee, stays('approved')],
    [
      'ends with the kind that needs it, at rest',
      'todo',
      'approved',
      asTask,
      { ...requestedAnew, status: 'not_required' },
    ],
  ]

  test.each(rows)('%s', (_, at, approval, made, present) => {
    const before = changeIn(at, approval)
    expect(approvalBeforeMove(before, made(before), positionOf(statusOf(at), statuses))).toEqual(present)
  })

  test.each<[at: Status, gate: boolean, present: unknown]>([
    ['doing', true, requestedAnew],
    ['doing', false, stays('not_required')],
    ['todo', true, stays('not_required')],
  ])('of a standard change that becomes a normal one, %s, gate %s', (at, hasGate, present) => {
    const before = changeIn(at, 'not_required', { change_type: 'standard' })
    const after = withDetails(before, { change_type: 'normal' })
    expect(approvalBeforeMove(before, after, { status: statusOf(at), hasGate })).toEqual(present)
  })
})

test.each<[from: Status | undefined, approval: ApprovalStatus, to: Status, after: ApprovalStatus]>([
  [undefined, 'not_required', 'waiting', 'requested'],
  ['doing', 'approved', 'waiting', 'requested'],
  ['waiting', 'rejected', 'todo', 'rejected'],
  ['todo', 'rejected', 'doing', 'not_required'],
  ['todo', 'rejected', 'waiting', 'requested'],
  ['doing', 'rejected', 'done', 'rejected'],
  ['waiting', 'approved', 'doing', 'approved'],
  ['waiting', 'approved', 'todo', 'not_required'],
  ['waiting', 'requested', 'dropped', 'not_required'],
  ['doing', 'approved', 'dropped', 'approved'],
  ['doing', 'approved', 'done', 'approved'],
])('by a move from %s, an approval that is %s is in %s: %s', (from, approval, to, after) => {
  expect(approvalAfterMove(approval, from && statusOf(from), statusOf(to))).toBe(after)
})

test.each<
  [
    what: string,
    status: ApprovalStatus,
    over: Partial<Subject>,
    to: Status | undefined,
    needsApprover: boolean,
  ]
>([
  ['that is requested by a move', 'not_required', {}, 'waiting', true],
  ['that stays requested', 'requested', {}, undefined, false],
  ['whose parties change', 'requested', { assignee_id: 'ada' }, undefined, true],
  ['that is requested no more', 'requested', { assignee_id: 'ada' }, 'dropped', false],
  ['that is given', 'approved', { assignee_id: 'ada' }, undefined, false],
])(
  'an approval %s, before %s, with %j and a move to %s needs an approver: %s',
  (_, status, over, to, needsApprover) => {
    const before = changeIn('waiting', status)
    const present = { status, isRequestedAgain: false, isCounted: false }
    const at = statusOf('waiting')
    const planned = plannedApproval(present, before, { ...before, ...over }, at, to && statusOf(to))
    expect(planned.needsApprover).toBe(needsApprover)
  },
)

describe('votes decide an approval', () => {
  const vote = (approver_id: string, status: Vote['status']): Vote => ({ approver_id, status })
  const rows: [what: string, rule: 'all' | 'any', Vote[], parties: string[], after: ApprovalStatus][] = [
    ['none', 'all', [], [], 'requested'],
    ['one of two', 'all', [vote('ada', 'approved')], [], 'requested'],
    ['one of two where one is enough', 'any', [vote('ada', 'approved')], [], 'approved'],
    ['both', 'all', [vote('ada', 'approved'), vote('bob', 'approved')], [], 'approved'],
    ['one against one', 'any', [vote('ada', 'approved'), vote('bob', 'rejected')], [], 'rejected'],
    ['the one of who is no party', 'all', [vote('ada', 'approved')], ['bob'], 'approved'],
    ['that of a party alone', 'any', [vote('ada', 'approved')], ['ada'], 'requested'],
    ['the rejection of a party', 'any', [vote('ada', 'rejected')], ['ada'], 'rejected'],
    ['those of parties alone', 'all', [vote('ada', 'approved')], ['ada', 'bob'], 'requested'],
    ['that of nobody who approves', 'any', [vote('eve', 'approved')], [], 'requested'],
  ]

  test.each(rows)('%s', (_, approval_rule, votes, parties, after) => {
    expect(approvalByVotes({ approver_ids: ['ada', 'bob'], approval_rule }, votes, parties)).toBe(after)
  })
})

test.each<[given: ApprovalStatus | undefined, codes: string[]]>([
  [undefined, []],
  ['requested', []],
  ['approved', []],
  ['rejected', ['read_only']],
])('a body with the state %s, of what was requested and becomes approved', (approval_status, codes) => {
  const planned = { status: 'approved', isRequestedAgain: false, needsApprover: false } as const
  const errors = approvalStatusErrors({ approval_status }, { approval_status: 'requested' }, planned)
  expect(errors.map(({ code }) => code)).toEqual(codes)
})
