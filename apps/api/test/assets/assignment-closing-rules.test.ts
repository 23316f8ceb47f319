import { expect, test } from 'vitest'
import { type ClosingCommand, decideClosing } from '../../src/assets/assignment-closing.rules.ts'
import type { CustodyState } from '../../src/assets/custody.rules.ts'
import { assignment, assignmentOf, outcomeOf, pieces, single, TODAY } from './custody-states.ts'

const now = `${TODAY}T12:00:00.000Z`

const closing = (end_reason: string): ClosingCommand => ({
  end_reason,
  end_date: undefined,
  occurred_at: now,
  notes: undefined,
  now,
})

const ada = assignment('ada')
const three = assignment('ada', { quantity: 3 })
const all = assignment('ada', { quantity: 10 })

const rows: [what: string, state: CustodyState, reason: string, outcome: unknown][] = [
  [
    'a single piece that was handed out is returned',
    single({}, { open: [ada], issued: { ada: null } }),
    'returned',
    { recorded: ['return 1 ada'] },
  ],
  [
    'an assignment that began by its date alone is issued and returned',
    single({}, { open: [ada] }),
    'returned',
    { recorded: ['issue 1 ada', 'return 1 ada'] },
  ],
  [
    'closing the assignment of a lost asset does not find it',
    single({ status: 'lost' }, { open: [ada], issued: { ada: null } }),
    'returned',
    {},
  ],
  [
    'a single piece that its holder lost is lost',
    single({}, { open: [ada], issued: { ada: null } }),
    'lost',
    { recorded: ['loss 1 unknown'], status: ['lost'] },
  ],
  [
    'pieces go back to the location that they were taken from',
    pieces({ room: 7 }, { open: [three], issued: { ada: 'store' } }),
    'returned',
    { recorded: ['return 3 ada'], stock: ['7 room', '3 store'] },
  ],
  [
    'pieces taken from an unknown location go back to the only one',
    pieces({ room: 7 }, { open: [three], issued: { ada: null } }),
    'returned',
    { recorded: ['return 3 ada'], stock: ['10 room'] },
  ],
  [
    'pieces that a person lost are not at any location',
    pieces({ room: 7 }, { open: [three], issued: { ada: 'room' } }),
    'lost',
    { recorded: ['loss 3 unknown'], stock: ['7 room'] },
  ],
  [
    'pieces that were lost at a location are removed from it',
    pieces(
      { room: 6, store: 4 },
      { open: [assignmentOf('store', { quantity: 3 })], issued: { store: null } },
    ),
    'lost',
    { recorded: ['loss 3 store'], stock: ['6 room', '1 store'] },
  ],
  [
    'a stock that a person lost completely is lost',
    pieces({}, { open: [all], issued: { ada: 'room' } }),
    'lost',
    { recorded: ['loss 10 unknown'], stock: ['10 unknown'], status: ['lost'] },
  ],
]

test.each(rows)('%s', (_what, state, reason, outcome) => {
  const [closed] = state.open
  if (!closed) throw new Error('the table has no assignment')
  expect(outcomeOf(() => decideClosing(state, closed, closing(reason)))).toEqual(outcome)
})
