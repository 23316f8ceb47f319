import type { AssetAssignmentUpdate } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import {
  type AssignmentMembers,
  assertAssignment,
  assertChangeable,
  scheduledChanges,
} from '../../src/assets/asset-assignments.rules.ts'
import { closesBy } from '../../src/assets/assignment-changes.rules.ts'
import { ProblemException } from '../../src/base/problem.ts'
import { assignment, rejectedBy, TODAY } from './custody-states.ts'

describe('an assignment', () => {
  const members: AssignmentMembers = assignment('ada')
  const rows: [what: string, over: Partial<AssignmentMembers>, rejected: string[]][] = [
    ['of one piece to a person', {}, []],
    ['to nobody', { person_id: null }, ['/person_id exactly_one_of']],
    ['to a person and a location', { location_id: 'room' }, ['/location_id exactly_one_of']],
    ['of two pieces of a serialized asset', { quantity: 2 }, ['/quantity quantity_must_be_one']],
    ['that ends before it begins', { end_date: '2024-04-30' }, ['/end_date out_of_range']],
    ['that ended', { end_date: '2024-05-03', end_reason: 'returned' }, []],
    ['that ends tomorrow, which is today elsewhere', { end_date: '2024-05-11' }, []],
    ['that ends later', { end_date: '2024-05-12' }, ['/end_date out_of_range']],
    ['of one later day', { start_date: '2024-06-01', end_date: '2024-06-01' }, []],
    ['with a reason for its end, and no end', { end_reason: 'returned' }, ['/end_reason must_be_null']],
    [
      'that is expected back before it begins',
      { expected_return_date: '2024-04-30' },
      ['/expected_return_date out_of_range'],
    ],
    [
      'with several errors has them all',
      { quantity: 2, person_id: null, end_date: '2024-04-30' },
      ['/end_date out_of_range', '/person_id exactly_one_of', '/quantity quantity_must_be_one'],
    ],
  ]

  test.each(rows)('%s', (_, over, rejected) => {
    expect(rejectedBy(() => assertAssignment('serialized', { ...members, ...over }, TODAY))).toEqual(rejected)
  })

  test('of several pieces of a countable asset', () => {
    expect(rejectedBy(() => assertAssignment('countable', { ...members, quantity: 2 }, TODAY))).toEqual([])
  })
})

describe('a change of an assignment', () => {
  const open = { ...assignment('ada'), asset_id: 'asset', status: 'active' }
  const closed = { ...open, closed_at: `${TODAY}T12:00:00.000Z`, status: 'closed', end_date: TODAY }
  const scheduled = { ...open, start_date: '2024-06-01', status: 'scheduled' }

  const members: [what: string, before: typeof open, body: AssetAssignmentUpdate, rejected: string[]][] = [
    ['of its days', open, { start_date: '2024-05-02', expected_return_date: '2024-07-01' }, []],
    ['of the holder', open, { person_id: 'bob' }, ['/person_id read_only']],
    ['with the holder that it has', open, { person_id: 'ada' }, []],
    ['of the quantity', open, { quantity: 2 }, ['/quantity read_only']],
    ['that opens a closed one', closed, { end_date: null }, ['/end_date required']],
    ['without an end of an open one', open, { end_date: null }, []],
  ]

  test.each(members)('%s', (_, before, body, rejected) => {
    expect(rejectedBy(() => assertChangeable(before, body))).toEqual(rejected)
  })

  const closing: [what: string, before: typeof open, body: AssetAssignmentUpdate, outcome: unknown][] = [
    ['with a last day closes it', open, { end_date: TODAY }, true],
    ['to closed closes it', open, { status: 'closed' }, true],
    ['of the last day of a closed one changes it only', closed, { end_date: '2024-05-09' }, false],
    ['with the status that it has', scheduled, { status: 'scheduled' }, false],
    ['of an active one to scheduled', open, { status: 'scheduled' }, ['close']],
    ['of a scheduled one to active', scheduled, { status: 'active' }, ['delete']],
    ['of a closed one to active', closed, { status: 'active' }, []],
  ]

  test.each(closing)('%s', (_, before, body, outcome) => {
    const closes = () => {
      try {
        return closesBy(before, body)
      } catch (error) {
        return error instanceof ProblemException ? error.facts.allowed_operations : error
      }
    }
    expect(closes()).toEqual(outcome)
  })
})

describe('the history of an asset names assignments that are scheduled', () => {
  const begun = assignment('ada')
  const ahead = assignment('bob', { start_date: '2024-06-01' })
  const rows: [what: string, before: (typeof begun)[], after: (typeof begun)[], changes: string[]][] = [
    [
      'created',
      [begun],
      [begun, ahead],
      ['scheduled_person_id: null to bob', 'scheduled_start_date: null to 2024-06-01'],
    ],
    [
      'deleted',
      [ahead],
      [],
      ['scheduled_person_id: bob to null', 'scheduled_start_date: 2024-06-01 to null'],
    ],
    [
      'put off',
      [ahead],
      [{ ...ahead, start_date: '2024-07-01' }],
      ['scheduled_start_date: 2024-06-01 to 2024-07-01'],
    ],
    ['and not one that begins', [ahead], [{ ...ahead, start_date: TODAY }], []],
    ['and not one that began at once', [], [begun], []],
    ['and not one that stays', [begun, ahead], [ahead], []],
  ]

  test.each(rows)('%s', (_, before, after, changes) => {
    const named = scheduledChanges(before, after, TODAY)
    expect(named.map(({ field, from, to }) => `${field}: ${from} to ${to}`)).toEqual(changes)
  })
})
