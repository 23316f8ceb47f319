import type { AssetCirculationCreate } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import {
  assertReported,
  isDiscrepant,
  type Reported,
  whereabouts,
} from '../../src/assets/asset-circulations.rules.ts'
import type { CustodyState } from '../../src/assets/custody.rules.ts'
import { circulation, pieces, rejectedBy, single } from './custody-states.ts'

describe('a reported circulation', () => {
  const rows: [
    what: string,
    tracking: 'serialized' | 'countable',
    Omit<AssetCirculationCreate, 'asset_id'>,
    rejected: string[],
  ][] = [
    ['an issue to a person', 'serialized', { circulation_type: 'issue', person_id: 'ada' }, []],
    ['an issue to nobody', 'serialized', { circulation_type: 'issue' }, ['/person_id required']],
    ['a return by whoever has the asset', 'serialized', { circulation_type: 'return' }, []],
    [
      'a move of a person',
      'serialized',
      { circulation_type: 'move', person_id: 'ada' },
      ['/person_id must_be_null', '/location_id required'],
    ],
    [
      'a return from a location',
      'countable',
      { circulation_type: 'return', from_location_id: 'store' },
      ['/from_location_id must_be_null'],
    ],
    [
      'an issue from a location',
      'countable',
      { circulation_type: 'issue', person_id: 'ada', from_location_id: 'store', quantity: 2 },
      [],
    ],
    [
      'pieces that come in, without their number',
      'countable',
      { circulation_type: 'receive', location_id: 'store' },
      ['/quantity required'],
    ],
    [
      'a move of no pieces',
      'countable',
      { circulation_type: 'move', location_id: 'store', quantity: 0 },
      ['/quantity out_of_range'],
    ],
    [
      'a count that finds no pieces',
      'countable',
      { circulation_type: 'confirm_location', location_id: 'store', quantity: 0 },
      [],
    ],
    [
      'two pieces of a serialized asset',
      'serialized',
      { circulation_type: 'issue', person_id: 'ada', quantity: 2 },
      ['/quantity quantity_must_be_one'],
    ],
  ]

  test.each(rows)('%s', (_, tracking, body, rejected) => {
    expect(rejectedBy(() => assertReported(tracking, { asset_id: 'asset', ...body }))).toEqual(rejected)
  })
})

describe('where an asset is after', () => {
  const { occurred_at } = circulation('move').reported
  const earlier = '2024-05-09T12:00:00.000Z'
  const later = '2024-05-11T12:00:00.000Z'
  const reported = (type: Reported['circulation_type'], location_id: string | null, over = {}) =>
    circulation(type, { location_id, ...over }).reported
  const inStore = single({ location_id: 'store', located_at: earlier }).asset

  const rows: [what: string, asset: CustodyState['asset'], Reported, patch: object][] = [
    ['a move', inStore, reported('move', 'room'), { location_id: 'room', located_at: occurred_at }],
    [
      'a move that is reported late',
      single({ location_id: 'store', located_at: later }).asset,
      reported('move', 'room'),
      {},
    ],
    ['a move of pieces, whose stock says it', pieces({ store: 10 }).asset, reported('move', 'room'), {}],
    [
      'a return to a location',
      inStore,
      reported('return', 'room'),
      { location_id: 'room', located_at: occurred_at, held_at: occurred_at },
    ],
    ['a return to none', inStore, reported('return', null), { held_at: occurred_at }],
    [
      'a return that is reported late',
      single({ located_at: later, held_at: later }).asset,
      reported('return', 'room'),
      {},
    ],
    [
      'a confirmation where it was lost before',
      single({ status: 'lost', lost_at: earlier }).asset,
      reported('confirm_location', 'room'),
      {
        location_id: 'room',
        located_at: occurred_at,
        last_confirmed_at: occurred_at,
        status: 'active',
        status_reason: null,
        lost_at: null,
        restored_at: occurred_at,
      },
    ],
    [
      'a return where it was stolen later',
      single({ status: 'stolen', stolen_at: later }).asset,
      reported('return', null),
      { held_at: occurred_at },
    ],
    [
      'a move where it is lost, which finds nothing',
      single({ status: 'lost', lost_at: earlier }).asset,
      reported('move', 'room'),
      { location_id: 'room', located_at: occurred_at },
    ],
  ]

  test.each(rows)('%s', (_, asset, event, patch) => {
    expect(whereabouts(asset, event)).toEqual(patch)
  })

  const confirmations: [what: string, asset: CustodyState['asset'], Reported, expected: boolean][] = [
    ['elsewhere corrects the location', inStore, reported('confirm_location', 'room'), true],
    ['in its place', inStore, reported('confirm_location', 'store'), false],
    ['of an asset without a location', single().asset, reported('confirm_location', 'room'), false],
    [
      'before the latest move',
      single({ location_id: 'store', located_at: later }).asset,
      reported('confirm_location', 'room'),
      false,
    ],
    ['is no move', inStore, reported('move', 'room'), false],
  ]

  test.each(confirmations)('a confirmation %s', (_, asset, event, expected) => {
    expect(isDiscrepant(asset, event)).toBe(expected)
  })
})
