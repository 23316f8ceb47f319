import type { IssueCreate } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { draftOf, errorsOfDraft } from '../../src/work/change/issue-draft.rules.ts'
import type { IssueConfiguration } from '../../src/work/configuration/issue-configuration.rules.ts'
import { change, configurationOf, on, task, typeOf } from './issue-states.ts'

const nothingFound = {
  approvers: [],
  customNames: [],
  levels: { above: null, below: null },
  references: [],
  voters: [],
}

/** Type, status, priority and project of the issue that a body creates, or the codes of its errors by member. */
function made(configuration: IssueConfiguration, body: Partial<IssueCreate>) {
  const facts = { configuration, defaultProjects: { repairs: 'REP', others: 'SD' } }
  const { draft, errors } = draftOf(facts, { title: 'New', ...body })
  const found = draft ? errorsOfDraft(draft, nothingFound) : errors
  if (!draft || found.length > 0)
    return Object.fromEntries(found.map(({ field, code }) => [field.replace(/^\//, ''), code]))
  return `${draft.type.key} ${draft.status.key} ${draft.priorityKey} ${draft.project_id}`
}

describe('a new issue', () => {
  const plain = configurationOf()
  const repair = typeOf('repair', 'repair')
  const withRepairs = configurationOf({
    types: [task, repair],
    statuses: plain.statuses.map((status) => ({
      ...status,
      workflow_id: `${status.workflow_id.replace('change', 'repair')}`,
    })),
  })
  const inOneProject = configurationOf({ types: [{ ...task, project_ids: ['ONE'] }] })
  const inactive = configurationOf({ types: [{ ...task, is_active: false }, change] })
  const part = configurationOf({ types: [{ ...task, hierarchy_level: -1 }] })
  const asking = configurationOf({ screens: [on('task create', 'due_date', { is_required: true })] })
  const preset = configurationOf({ screens: [on('task create', 'priority', { default_value: 'high' })] })
  const locked = configurationOf({ screens: [on('task create', 'due_date', { is_read_only: true })] })
  const withoutStart = configurationOf({
    statuses: plain.statuses.map((status) => ({ ...status, is_initial: false })),
  })

  const rows: [
    what: string,
    configuration: IssueConfiguration,
    body: Partial<IssueCreate>,
    outcome: unknown,
  ][] = [
    ['gets the default type, the initial status and the default priority', plain, {}, 'task todo medium SD'],
    ['is of the type that is named', plain, { issue_type: 'change' }, 'change todo medium SD'],
    [
      'of a repair lies in the project of repairs',
      withRepairs,
      { issue_type: 'repair' },
      'repair todo medium REP',
    ],
    ['lies in the project that is named', plain, { project_id: 'OWN' }, 'task todo medium OWN'],
    ['of an unknown type', plain, { issue_type: 'gone' }, { issue_type: 'not_allowed_value' }],
    [
      'of a type that the project does not have',
      inOneProject,
      { issue_type: 'task' },
      { issue_type: 'not_allowed_value' },
    ],
    ['where no default type is in use', inactive, {}, { issue_type: 'required' }],
    [
      'of a workflow without an initial status',
      withoutStart,
      { issue_type: 'task' },
      { issue_type: 'not_allowed_value' },
    ],
    ['in an unknown status', plain, { status: 'gone' }, { status: 'not_allowed_value' }],
    ['begins in the status that is named', plain, { status: 'doing' }, 'task doing medium SD'],
    ['of an unknown priority', plain, { priority: 'gone' }, { priority: 'not_allowed_value' }],
    ['gets the defaults of its screen', preset, {}, 'task todo high SD'],
    ['keeps what is sent in place of a default', preset, { priority: 'low' }, 'task todo low SD'],
    ['lacks what its screen requires', asking, {}, { due_date: 'required' }],
    ['has what its screen requires', asking, { due_date: '2024-06-01' }, 'task todo medium SD'],
    [
      'sends what its screen keeps from being written',
      locked,
      { due_date: '2024-06-01' },
      { due_date: 'read_only' },
    ],
    ['of a part needs a parent', part, {}, { parent_id: 'required' }],
    [
      'sends details of another kind',
      plain,
      { details: { impact: 'high' } },
      { 'details/impact': 'unknown_field' },
    ],
    [
      'sends a custom field that nobody defined',
      plain,
      { custom_fields: { room: 1 } },
      { 'custom_fields/room': 'unknown_field' },
    ],
  ]

  test.each(rows)('%s', (_, configuration, body, outcome) => {
    expect(made(configuration, body)).toEqual(outcome)
  })
})
