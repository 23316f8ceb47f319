import { expect, test } from 'vitest'
import { type AssignmentCommand, decideAssignment } from '../../src/assets/assignment-creation.rules.ts'
import type { CustodyState } from '../../src/assets/custody.rules.ts'
import { assignment, outcomeOf, pieces, single, TODAY } from './custody-states.ts'

const assigning = (requested: AssignmentCommand['requested'], transfer = false): AssignmentCommand => ({
  requested,
  transfer,
  now: `${TODAY}T12:00:00.000Z`,
  userId: 'registrar',
})

const ahead = { start_date: '2024-06-01' }
const ofAda = single({ holder_id: 'ada' }, { open: [assignment('ada')], issued: { ada: null } })
const scheduled = single({}, { open: [assignment('ada', ahead)] })

const rows: [what: string, state: CustodyState, command: AssignmentCommand, outcome: unknown][] = [
  [
    'an assignment to a person issues the asset',
    single(),
    assigning({ person_id: 'ada' }),
    { created: ['ada'], recorded: ['issue 1 ada'], open: ['1 ada'] },
  ],
  [
    'an assignment to a location moves the asset',
    single(),
    assigning({ location_id: 'room' }),
    { created: ['room'], recorded: ['move 1 room'], open: ['1 room'] },
  ],
  [
    'an assignment from a later day on issues nothing yet',
    single(),
    assigning({ person_id: 'ada', ...ahead }),
    { created: ['ada'], open: ['1 ada'] },
  ],
  [
    'an assignment that is over is issued and returned',
    single(),
    assigning({ person_id: 'ada', start_date: '2024-05-01', end_date: '2024-05-03' }),
    { created: ['ada'], recorded: ['issue 1 ada', 'return 1 ada'] },
  ],
  ['an assignment to nobody', single(), assigning({}), 'validation_failed'],
  ['a lost asset', single({ status: 'lost' }), assigning({ person_id: 'ada' }), 'asset_not_active'],
  ['an asset that another has', ofAda, assigning({ person_id: 'bob' }), 'asset_already_assigned'],
  [
    'a transfer ends the assignment before',
    ofAda,
    assigning({ person_id: 'bob' }, true),
    {
      ended: [`assignment of ada: transferred ${TODAY}`],
      created: ['bob'],
      recorded: ['issue 1 bob'],
      open: ['1 bob'],
    },
  ],
  [
    'a transfer records the issue of an assignment that began by its date alone',
    single({}, { open: [assignment('ada')] }),
    assigning({ person_id: 'bob', start_date: '2024-05-05' }, true),
    {
      ended: ['assignment of ada: transferred 2024-05-05'],
      created: ['bob'],
      recorded: ['issue 1 ada', 'issue 1 bob'],
      open: ['1 bob'],
    },
  ],
  [
    'a transfer deletes a scheduled assignment',
    scheduled,
    assigning({ person_id: 'bob' }, true),
    { cancelled: ['assignment of ada'], created: ['bob'], recorded: ['issue 1 bob'], open: ['1 bob'] },
  ],
  [
    'pieces are taken from their only location',
    pieces({ store: 10 }),
    assigning({ person_id: 'ada', quantity: 4 }),
    { created: ['ada'], recorded: ['issue 4 ada'], stock: ['6 store'], open: ['4 ada'] },
  ],
  [
    'pieces at several locations, of which the request cannot name one',
    pieces({ store: 6, room: 4 }),
    assigning({ person_id: 'ada', quantity: 4 }),
    'validation_failed',
  ],
  [
    'pieces for a location are brought there, as far as they are missing',
    pieces({ store: 6, room: 4 }),
    assigning({ location_id: 'room', quantity: 5 }),
    { created: ['room'], recorded: ['move 5 room'], stock: ['5 store', '5 room'], open: ['5 room'] },
  ],
  [
    'more pieces than are available',
    pieces({ store: 7 }, { open: [assignment('bob', { quantity: 3 })], issued: { bob: 'store' } }),
    assigning({ person_id: 'ada', quantity: 8 }),
    'insufficient_quantity',
  ],
]

test.each(rows)('%s', (_what, state, command, outcome) => {
  expect(outcomeOf(() => decideAssignment(state, command))).toEqual(outcome)
})
