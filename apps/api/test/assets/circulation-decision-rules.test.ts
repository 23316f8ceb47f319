import { describe, expect, test } from 'vitest'
import { type CirculationCommand, decideCirculation } from '../../src/assets/circulation-decision.rules.ts'
import type { CustodyState } from '../../src/assets/custody.rules.ts'
import { assignment, assignmentOf, circulation, outcomeOf, pieces, single, TODAY } from './custody-states.ts'

type Row = [what: string, state: CustodyState, command: CirculationCommand, outcome: unknown]

const ahead = { start_date: '2024-06-01' }
const byAda = { open: [assignment('ada')], issued: { ada: 'store' } }
const ofAda = single({ holder_id: 'ada', available_quantity: 0 }, byAda)
const notYetGiven = single({ holder_id: 'ada', available_quantity: 0 }, { open: [assignment('ada')] })
const scheduled = single({ available_quantity: 0 }, { open: [assignment('ada', ahead)] })

const ofSingle: Row[] = [
  [
    'an issue opens an assignment',
    single(),
    circulation('issue', { person_id: 'ada' }),
    { created: ['ada'], recorded: ['issue 1 ada'], open: ['1 ada'] },
  ],
  [
    'an issue to another person ends the assignment of the holder',
    ofAda,
    circulation('issue', { person_id: 'bob' }),
    {
      ended: [`assignment of ada: transferred ${TODAY}`],
      created: ['bob'],
      recorded: ['issue 1 bob'],
      open: ['1 bob'],
    },
  ],
  [
    'the issue to a holder whose assignment began by its date alone is recorded before the next',
    notYetGiven,
    circulation('issue', { person_id: 'bob' }),
    {
      ended: [`assignment of ada: transferred ${TODAY}`],
      created: ['bob'],
      recorded: ['issue 1 ada', 'issue 1 bob'],
      open: ['1 bob'],
    },
  ],
  [
    'an issue deletes the scheduled assignment of another person',
    scheduled,
    circulation('issue', { person_id: 'bob' }),
    { cancelled: ['assignment of ada'], created: ['bob'], recorded: ['issue 1 bob'], open: ['1 bob'] },
  ],
  [
    'an issue to the person of a scheduled assignment begins it',
    scheduled,
    circulation('issue', { person_id: 'ada' }),
    {
      changed: [`assignment of ada: {"start_date":"${TODAY}","quantity":1}`],
      recorded: ['issue 1 ada'],
      open: ['1 ada'],
    },
  ],
  [
    'a return ends the assignment and names the holder',
    ofAda,
    circulation('return'),
    { ended: [`assignment of ada: returned ${TODAY}`], recorded: ['return 1 ada'] },
  ],
  ['a return by another person', ofAda, circulation('return', { person_id: 'bob' }), 'wrong_holder'],
  [
    'a forced return by another person',
    ofAda,
    circulation('return', { person_id: 'bob' }, { isForced: true }),
    { ended: [`assignment of ada: returned ${TODAY}`], recorded: ['return 1 bob'] },
  ],
  [
    'a return before the latest issue changes no assignment',
    single({ holder_id: 'ada', held_at: `${TODAY}T13:00:00.000Z` }, byAda),
    circulation('return'),
    { recorded: ['return 1 unknown'], open: ['1 ada'] },
  ],
  [
    'an issue of a retired asset',
    single({ status: 'retired' }),
    circulation('issue', { person_id: 'ada' }),
    'asset_not_active',
  ],
  [
    'a move to where it is',
    single({ location_id: 'room' }),
    circulation('move', { location_id: 'room' }),
    'validation_failed',
  ],
  [
    'seeing a lost asset finds it',
    single({ status: 'lost', lost_at: '2024-05-02T12:00:00.000Z' }),
    circulation('confirm_location', { location_id: 'room' }),
    { recorded: ['confirm_location 1 room'], status: ['active'] },
  ],
]

const adaHasThree = { open: [assignment('ada', { quantity: 3 })], issued: { ada: 'store' } }

const ofStock: Row[] = [
  [
    'an issue takes the pieces from their location',
    pieces({ store: 10 }),
    circulation('issue', { person_id: 'ada', quantity: 3 }),
    { created: ['ada'], recorded: ['issue 3 ada'], stock: ['7 store'], open: ['3 ada'] },
  ],
  [
    'a further issue adds to the assignment',
    pieces({ store: 7 }, adaHasThree),
    circulation('issue', { person_id: 'ada', quantity: 2 }),
    {
      changed: ['assignment of ada: {"quantity":5}'],
      recorded: ['issue 2 ada'],
      stock: ['5 store'],
      open: ['5 ada'],
    },
  ],
  [
    'an issue of more than are available',
    pieces({ store: 7 }, adaHasThree),
    circulation('issue', { person_id: 'bob', quantity: 8 }),
    'insufficient_quantity',
  ],
  [
    'a move of more than lie at the location that is named',
    pieces({ store: 6, room: 4 }),
    circulation('move', { location_id: 'store', quantity: 5 }, { from_location_id: 'room' }),
    'insufficient_quantity',
  ],
  [
    'a return of more than the person has',
    pieces({ store: 7 }, adaHasThree),
    circulation('return', { person_id: 'ada', quantity: 4 }),
    'insufficient_quantity',
  ],
  [
    'a return of pieces that nobody has',
    pieces({ store: 10 }),
    circulation('return', { person_id: 'ada', quantity: 1 }),
    'wrong_holder',
  ],
  [
    'an issue of pieces that are assigned to their location',
    pieces({ store: 10 }, { open: [assignmentOf('store', { quantity: 9 })], issued: { store: null } }),
    circulation('issue', { person_id: 'ada', quantity: 2 }),
    'insufficient_quantity',
  ],
  [
    'pieces that are returned go back to where they were taken from',
    pieces({ store: 4, room: 3 }, adaHasThree),
    circulation('return', { quantity: 2 }),
    {
      changed: ['assignment of ada: {"quantity":1}'],
      recorded: ['return 2 ada'],
      stock: ['6 store', '3 room'],
      open: ['1 ada'],
    },
  ],
  [
    'pieces of an assignment that began by its date alone are issued and returned',
    pieces({ store: 10 }, { open: [assignment('ada', { quantity: 3 })] }),
    circulation('return'),
    {
      ended: [`assignment of ada: returned ${TODAY}`],
      recorded: ['issue 3 ada', 'return 3 ada'],
      stock: ['10 store'],
    },
  ],
  [
    'a receipt adds pieces',
    pieces({ store: 10 }),
    circulation('receive', { location_id: 'room', quantity: 5 }),
    { recorded: ['receive 5 room'], stock: ['10 store', '5 room'] },
  ],
  [
    'a count corrects the stock',
    pieces({ store: 10 }),
    circulation('confirm_location', { location_id: 'store', quantity: 8 }),
    { recorded: ['confirm_location 8 store'], stock: ['8 store'] },
  ],
  [
    'a count below what is assigned',
    pieces({ store: 10 }, { open: [assignmentOf('store', { quantity: 9 })], issued: { store: null } }),
    circulation('confirm_location', { location_id: 'store', quantity: 8 }),
    'insufficient_quantity',
  ],
  [
    'a move of some pieces from the location that is named',
    pieces({ store: 6, room: 4 }),
    circulation('move', { location_id: 'hall', quantity: 4 }, { from_location_id: 'room' }),
    { recorded: ['move 4 hall'], stock: ['6 store', '4 hall'] },
  ],
  [
    'a move of some pieces from one of several locations',
    pieces({ store: 6, room: 4 }),
    circulation('move', { location_id: 'hall', quantity: 4 }),
    'validation_failed',
  ],
]

describe.each([
  ['a single piece', ofSingle],
  ['a stock', ofStock],
])('a circulation of %s is decided without a database', (_, rows) => {
  test.each(rows)('%s', (_what, state, command, outcome) => {
    expect(outcomeOf(() => decideCirculation(state, command))).toEqual(outcome)
  })
})

test('a decision leaves the snapshot as it is', () => {
  const state = pieces({ store: 10 })
  decideCirculation(state, circulation('issue', { person_id: 'ada', quantity: 3 }))
  expect(state.stock.at('store')).toBe(10)
  expect(state.stock.changes()).toEqual([])
})

test('events of one assignment have its correlation id, and a receipt that of the move before', () => {
  const idsOf = (state: CustodyState, command: CirculationCommand) =>
    decideCirculation(state, command).recorded.map(({ correlation_id }) => correlation_id)
  expect(idsOf(ofAda, circulation('return'))).toEqual(['correlation of ada'])
  const receipt = circulation('receive', { location_id: 'room' }, { unreceivedMove: 'correlation of a move' })
  expect(idsOf(single(), receipt)).toEqual(['correlation of a move'])
})
