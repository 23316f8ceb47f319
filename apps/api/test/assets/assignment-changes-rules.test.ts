import type { AssetAssignmentUpdate } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import type { OpenAssignment } from '../../src/assets/asset-circulations.rules.ts'
import { closesBy, decideChange } from '../../src/assets/assignment-changes.rules.ts'
import { ProblemException } from '../../src/base/problem.ts'
import { assignment, outcomeOf, single, TODAY } from './custody-states.ts'

const begun = assignment('ada')
const scheduled = assignment('ada', { start_date: '2024-06-01' })

type Row = [
  what: string,
  before: OpenAssignment,
  issued: boolean,
  body: AssetAssignmentUpdate,
  outcome: unknown,
]

const rows: Row[] = [
  [
    'another day of return',
    begun,
    true,
    { expected_return_date: '2024-07-01' },
    { changed: ['assignment of ada: {"expected_return_date":"2024-07-01"}'], open: ['1 ada'] },
  ],
  ['the values that it has', begun, true, { start_date: '2024-05-01' }, { open: ['1 ada'] }],
  [
    'a start today begins it',
    scheduled,
    false,
    { start_date: TODAY },
    {
      changed: [`assignment of ada: {"start_date":"${TODAY}"}`],
      recorded: ['issue 1 ada'],
      open: ['1 ada'],
    },
  ],
  [
    'another start ahead issues nothing',
    scheduled,
    false,
    { start_date: '2024-06-02' },
    { changed: ['assignment of ada: {"start_date":"2024-06-02"}'], open: ['1 ada'] },
  ],
  [
    'another start in the past is not issued twice',
    begun,
    true,
    { start_date: '2024-05-02' },
    { changed: ['assignment of ada: {"start_date":"2024-05-02"}'], open: ['1 ada'] },
  ],
  ['a start ahead of what was handed out', begun, true, { start_date: '2024-06-01' }, 'validation_failed'],
  ['another person', begun, true, { person_id: 'bob' }, 'validation_failed'],
  [
    'a return before the start',
    scheduled,
    false,
    { expected_return_date: '2024-05-31' },
    'validation_failed',
  ],
]

test.each(rows)('%s', (_what, before, issued, body, outcome) => {
  const state = single({}, { open: [before], ...(issued ? { issued: { ada: null } } : {}) })
  const stored = { ...before, asset_id: 'asset', status: 'active' }
  expect(outcomeOf(() => decideChange(state, stored, body, `${TODAY}T12:00:00.000Z`))).toEqual(outcome)
})

test('an assignment of a lost asset does not begin', () => {
  const state = single({ status: 'lost' }, { open: [scheduled] })
  const stored = { ...scheduled, asset_id: 'asset', status: 'scheduled' }
  const body = { start_date: TODAY }
  expect(outcomeOf(() => decideChange(state, stored, body, `${TODAY}T12:00:00.000Z`))).toBe(
    'asset_not_active',
  )
})

describe('a patch closes an assignment', () => {
  const closed = '2024-05-02T12:00:00.000Z'
  const table: [status: string, closed_at: string | null, body: AssetAssignmentUpdate, closes: unknown][] = [
    ['active', null, { status: 'closed' }, true],
    ['active', null, { end_date: TODAY }, true],
    ['active', null, { notes: 'x' }, false],
    ['active', null, { status: 'active' }, false],
    ['closed', closed, { end_date: TODAY }, false],
    ['closed', closed, { status: 'closed' }, false],
    ['active', null, { status: 'scheduled' }, ['close']],
    ['scheduled', null, { status: 'active' }, ['delete']],
    ['closed', closed, { status: 'active' }, []],
  ]
  test.each(table)('%s, closed at %s: %j', (status, closed_at, body, closes) => {
    const outcome = () => {
      try {
        return closesBy({ status, closed_at }, body)
      } catch (error) {
        if (error instanceof ProblemException) return error.facts.allowed_operations
        throw error
      }
    }
    expect(outcome()).toEqual(closes)
  })
})
