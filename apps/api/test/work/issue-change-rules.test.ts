import type { IssueUpdate } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import type { PresentApproval } from '../../src/work/change/issue-approval-plan.rules.ts'
import { errorsOfChange } from '../../src/work/change/issue-change-errors.rules.ts'
import {
  chosenTypes,
  filledBy,
  planned,
  targetOf,
  withMembers,
  withStatusChange,
} from '../../src/work/change/issue-change-plan.rules.ts'
import type { IssueConfiguration } from '../../src/work/configuration/issue-configuration.rules.ts'
import type { IssueRow } from '../../src/work/issues/issues.store.ts'
import {
  agentRights,
  change,
  configurationOf,
  issueIn,
  noObstacles,
  on,
  outcomeOf,
  task,
  to,
} from './issue-states.ts'

const moment = { now: '2024-05-06T08:00:00.000Z', actor_id: 'agent' }
const nothingFound = { levels: undefined, approvers: [], customNames: [], references: [], voters: [] }
const resting: PresentApproval = { status: 'not_required', isRequestedAgain: false, isCounted: false }

/** The type, status, priority and approval after a change, or the codes of its errors by member. */
const changed = (
  configuration: IssueConfiguration,
  before: IssueRow,
  given: IssueUpdate,
  present: PresentApproval = resting,
) =>
  outcomeOf(() => {
    const requested = { before, given, requestedMove: undefined, comment: undefined }
    const types = chosenTypes(configuration, requested)
    if (types.errors) return byMember(types.errors)
    const moving = targetOf(requested)
      ? { rights: agentRights, obstacles: noObstacles, approval: present }
      : undefined
    const entering = withStatusChange(
      { ...requested, configuration, former: types.former, type: types.type },
      moving,
    )
    const filled = filledBy(entering)
    const plan = planned(withMembers(entering, filled, filled), present, moment)
    const errors = errorsOfChange(plan, nothingFound)
    if (errors.length > 0) return byMember(errors)
    return {
      type: plan.type.key,
      status: plan.statusChange.to?.key ?? before.status,
      priority: plan.priority?.key ?? before.priority,
      approval: plan.approval.status,
    }
  })

const byMember = (errors: readonly { readonly field: string; readonly code: string }[]) =>
  Object.fromEntries(errors.map(({ field, code }) => [field.replace(/^\//, ''), code]))

const plain = configurationOf()
const readonly = configurationOf({
  statuses: plain.statuses.map((status) => ({ ...status, is_readonly: status.key === 'done' })),
})

describe('a change of an issue', () => {
  const doing = { type: 'task', status: 'doing', priority: 'medium', approval: 'not_required' }
  const todo = { ...doing, status: 'todo' }
  const alien = configurationOf({
    statuses: plain.statuses.filter(
      ({ workflow_id, key }) => workflow_id === task.workflow_id || key === 'todo',
    ),
  })
  const elsewhere = configurationOf({ types: [{ ...task, project_ids: ['project'] }, change] })
  const asking = configurationOf({ screens: [on('task edit', 'due_date', { is_required: true })] })
  const enforcing = configurationOf({
    screens: [on('task edit', 'due_date', { is_required: true, enforce_on_update: true })],
  })
  const commenting = configurationOf({ transitions: [to('doing', { requires_comment: true })] })
  const choosing = configurationOf({ transitions: [to('doing', { allowed_values: { priority: ['high'] } })] })

  const rows: [what: string, IssueConfiguration, before: IssueRow, given: IssueUpdate, outcome: unknown][] = [
    ['of nothing', plain, issueIn('todo'), {}, todo],
    ['of the priority', plain, issueIn('todo'), { priority: 'high' }, { ...todo, priority: 'high' }],
    [
      'to an unknown priority',
      plain,
      issueIn('todo'),
      { priority: 'gone' },
      { priority: 'not_allowed_value' },
    ],
    ['of the status moves the issue', plain, issueIn('todo'), { status: 'doing' }, doing],
    ['to the status that the issue has', plain, issueIn('doing'), { status: 'doing' }, doing],
    ['to an unknown status', plain, issueIn('todo'), { status: 'gone' }, { status: 'not_allowed_value' }],
    ['in a status that is read-only', readonly, issueIn('done'), { title: 'Other' }, { title: 'read_only' }],
    ['out of a status that is read-only', readonly, issueIn('done'), { status: 'doing' }, doing],
    [
      'to a type keeps a status that both workflows have',
      plain,
      issueIn('doing'),
      { issue_type: 'change' },
      { ...doing, type: 'change' },
    ],
    [
      'to a type begins anew where its workflow lacks the status',
      alien,
      issueIn('doing'),
      { issue_type: 'change' },
      { ...todo, type: 'change' },
    ],
    [
      'to a type of which the workflow lacks the closed status',
      alien,
      issueIn('done'),
      { issue_type: 'change' },
      { issue_type: 'not_allowed_value', 'details/outcome': 'required' },
    ],
    [
      'to an unknown type',
      plain,
      issueIn('todo'),
      { issue_type: 'gone' },
      { issue_type: 'not_allowed_value' },
    ],
    [
      'of type and status at once',
      plain,
      issueIn('todo'),
      { issue_type: 'change', status: 'doing' },
      { issue_type: 'not_allowed_value' },
    ],
    [
      'to a project without the type',
      elsewhere,
      issueIn('todo'),
      { project_id: 'other' },
      { project_id: 'not_allowed_value' },
    ],
    ['of another member than the screen requires', asking, issueIn('todo'), { title: 'Other' }, todo],
    [
      'that clears what the screen requires',
      asking,
      issueIn('todo', { due_date: '2024-06-01' }),
      { due_date: null },
      { due_date: 'required' },
    ],
    [
      'on a screen that requires at every change',
      enforcing,
      issueIn('todo'),
      { title: 'Other' },
      { due_date: 'required' },
    ],
    [
      'by a move that requires a comment',
      commenting,
      issueIn('todo'),
      { status: 'doing' },
      { comment: 'required' },
    ],
    [
      'by a move that allows other values',
      choosing,
      issueIn('todo'),
      { status: 'doing' },
      { priority: 'not_allowed_value' },
    ],
    [
      'by a move, with a value that it allows',
      choosing,
      issueIn('todo'),
      { status: 'doing', priority: 'high' },
      { ...doing, priority: 'high' },
    ],
  ]

  test.each(rows)('%s', (_, configuration, before, given, outcome) => {
    expect(changed(configuration, before, given)).toEqual(outcome)
  })
})

describe('the approval of a change', () => {
  const requested: PresentApproval = { status: 'requested', isRequestedAgain: false, isCounted: false }
  const approved: PresentApproval = { ...requested, status: 'approved' }
  const inApproval = (status: 'waiting' | 'doing', approval_status: string) =>
    issueIn(status, { issue_type: 'change', details: { approval_status } })

  const rows: [what: string, before: IssueRow, status: string, present: PresentApproval, outcome: unknown][] =
    [
      [
        'is requested by the status that waits for it',
        issueIn('todo', { issue_type: 'change' }),
        'waiting',
        resting,
        'requested',
      ],
      ['is needed to go on', inApproval('waiting', 'requested'), 'doing', requested, 'approval_required'],
      ['stays when the issue goes on', inApproval('waiting', 'approved'), 'doing', approved, 'approved'],
      [
        'is needed no more when the issue is sent back',
        inApproval('waiting', 'approved'),
        'todo',
        approved,
        'not_required',
      ],
      ['stays when the issue is completed', inApproval('doing', 'approved'), 'dropped', approved, 'approved'],
    ]

  test.each(rows)('%s', (_, before, status, present, outcome) => {
    const result = changed(plain, before, { status }, present)
    expect(typeof result === 'object' && 'approval' in result ? result.approval : result).toEqual(outcome)
  })
})
