import type { AssetRestoration } from '@commonhold/contract'
import { expect, test } from 'vitest'
import {
  decidePart,
  decideRelease,
  decideWhole,
  type WriteOff,
} from '../../src/assets/asset-disposal.rules.ts'
import { decideRestoration } from '../../src/assets/asset-restoration.rules.ts'
import { assignment, assignmentOf, outcomeOf, pieces, single, TODAY } from './custody-states.ts'

const now = `${TODAY}T12:00:00.000Z`
const before = '2024-05-02T12:00:00.000Z'

const three = assignment('ada', { quantity: 3 })
const bobAhead = assignment('bob', { start_date: '2024-06-01' })

/** Adds the members of the asset that the lifecycle rules read. */
const withAssigned = <S extends ReturnType<typeof single>>(state: S, restored_at: string | null = null) => {
  const assigned_quantity = state.open.reduce((sum, { quantity }) => sum + quantity, 0)
  return { ...state, asset: { ...state.asset, assigned_quantity, restored_at } }
}

const adaHasThree = withAssigned(pieces({ room: 7 }, { open: [three], issued: { ada: 'room' } }))

const leaving: [what: string, state: typeof adaHasThree, outcome: unknown][] = [
  ['an asset that nobody has', withAssigned(single()), {}],
  [
    'assignments end, and scheduled ones are deleted',
    withAssigned(single({}, { open: [assignment('ada'), bobAhead], issued: { ada: null } })),
    { cancelled: ['assignment of bob'], ended: [`assignment of ada: retired ${TODAY}`] },
  ],
  [
    'pieces that a person has are at no known location',
    adaHasThree,
    { ended: [`assignment of ada: retired ${TODAY}`], stock: ['7 room', '3 unknown'] },
  ],
  [
    'pieces of an assignment that began by its date alone stay where they are',
    withAssigned(pieces({ room: 10 }, { open: [three] })),
    { ended: [`assignment of ada: retired ${TODAY}`], stock: ['10 room'] },
  ],
]

test.each(leaving)('retired: %s', (_what, state, outcome) => {
  const decide = () => decideRelease(state, { reason: 'retired', occurred_at: undefined, now })
  expect(outcomeOf(decide)).toEqual(outcome)
})

const losing: [what: string, state: typeof adaHasThree, body: WriteOff, outcome: unknown][] = [
  [
    'all of a stock leaves its assignments open',
    adaHasThree,
    {},
    { recorded: ['loss 10 unknown'], stock: ['7 room'], open: ['3 ada'] },
  ],
  [
    'a part is taken from its only location',
    adaHasThree,
    { quantity: 2 },
    { recorded: ['loss 2 room'], stock: ['5 room'], open: ['3 ada'] },
  ],
  [
    'pieces that are assigned to their location',
    withAssigned(
      pieces({ room: 10 }, { open: [assignmentOf('room', { quantity: 3 })], issued: { room: null } }),
    ),
    { quantity: 8 },
    'insufficient_quantity',
  ],
  ['more than nobody has', adaHasThree, { quantity: 8 }, 'insufficient_quantity'],
  [
    'all pieces at a location',
    withAssigned(pieces({ room: 6, store: 4 })),
    { location_id: 'store' },
    { recorded: ['loss 4 store'], stock: ['6 room'] },
  ],
  [
    'a part of a stock at several locations',
    withAssigned(pieces({ room: 6, store: 4 })),
    { quantity: 2 },
    'validation_failed',
  ],
  ['two of a single piece', withAssigned(single()), { quantity: 2 }, 'validation_failed'],
]

test.each(losing)('lost: %s', (_what, state, body, outcome) => {
  const decide = () => decidePart(state, 'markLost', body, now) ?? decideWhole(state, 'markLost', body, now)
  expect(outcomeOf(decide)).toEqual(outcome)
})

const lost = { status: 'lost', lost_at: before }
const lostStock = withAssigned({ ...adaHasThree, asset: { ...adaHasThree.asset, ...lost } })

const restoring: [what: string, state: typeof adaHasThree, body: AssetRestoration, outcome: unknown][] = [
  ['a retired asset', withAssigned(single({ status: 'retired' })), {}, {}],
  ['an active asset', withAssigned(single()), {}, 'invalid_transition'],
  ['a lost asset is recorded', withAssigned(single(lost)), {}, { recorded: ['restore 1 unknown'] }],
  [
    'an asset that was archived after its disposal',
    withAssigned(single({ status: 'archived', disposed_at: before })),
    {},
    { status: ['disposed'] },
  ],
  [
    'an asset whose loss was undone before it was archived',
    withAssigned(single({ status: 'archived', lost_at: before }), now),
    {},
    {},
  ],
  [
    'the pieces that were found, at the location where they were',
    lostStock,
    { quantity: 4 },
    { recorded: ['restore 4 room'], stock: ['4 room'], open: ['3 ada'] },
  ],
  [
    'all pieces, found at another location',
    lostStock,
    { location_id: 'store' },
    { recorded: ['restore 10 store'], stock: ['7 store'], open: ['3 ada'] },
  ],
  ['more pieces than were missing', lostStock, { quantity: 8 }, 'insufficient_quantity'],
  [
    'a part of a stock that was not lost',
    withAssigned({ ...adaHasThree, asset: { ...adaHasThree.asset, status: 'retired' } }),
    { quantity: 4 },
    'validation_failed',
  ],
]

test.each(restoring)('restored: %s', (_what, state, body, outcome) => {
  expect(outcomeOf(() => decideRestoration(state, body, now))).toEqual(outcome)
})
