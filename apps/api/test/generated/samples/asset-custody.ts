import {
  type AssetAssignmentCreate,
  type AssetCirculationCreate,
  assetAssignmentLifecycle,
} from '@commonhold/contract'
import { assetAssignmentStore } from '../../../src/assets/asset-assignments.store.ts'
import { assetCirculationStore } from '../../../src/assets/asset-circulations.store.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import { person } from './census.ts'
import { location } from './locations.ts'

/** A new asset: a single piece, or a stock of `quantity` pieces. */
export async function newAsset(world: World, quantity?: number): Promise<string> {
  const name = world.unique()
  const model = await world.client.assetModels.create({
    name,
    tracking_type: quantity === undefined ? 'serialized' : 'countable',
  })
  const tracked = quantity === undefined ? { serial_number: name } : { quantity }
  return (await world.client.assets.create({ model_id: model.id, name, ...tracked })).id
}

const asset: Reference = {
  // A stock, because it can be assigned more than once.
  make: (world) => newAsset(world, 100),
  archive: (world, asset_id) => world.client.assets.archive({ asset_id }),
  whenArchived: 'asset_not_active',
  isShared: false,
}
// The same request creates other references to the person or location, so no `group`: their DELETE has separate tests.
const withHolder = (reference: Reference, insteadOf: string): Reference => ({
  make: reference.make,
  ...(reference.archive ? { archive: reference.archive } : {}),
  isShared: false,
  insteadOf: [insteadOf],
})

/** Assignments that differ in everything except asset and holder. */
const terms = [
  { start_date: '2024-02-29', expected_return_date: '2024-06-30', notes: 'until the summer' },
  { start_date: '2024-03-01', end_date: '2024-04-01' },
  { start_date: '2024-03-01', end_date: '2024-05-01', end_reason: 'transferred' },
  { start_date: '2024-03-02', expected_return_date: '2024-07-01' },
  { start_date: '2999-01-01' },
  {
    end_reason: 'other',
    start_date: '2023-01-01',
    end_date: '2023-01-01',
    expected_return_date: '2023-02-01',
  },
] as const

async function holders(world: World) {
  const [ada, bob, hall, yard] = await Promise.all([
    person.make(world),
    person.make(world),
    location.make(world),
    location.make(world),
  ])
  return [
    { person_id: ada },
    { person_id: bob },
    { location_id: hall },
    { location_id: yard },
    { person_id: ada },
    { location_id: hall },
  ]
}

async function assignmentSpread(world: World): Promise<AssetAssignmentCreate[]> {
  const [among, chair] = [await holders(world), await newAsset(world, 100)]
  return Promise.all(
    terms.map(async (term, at) => ({
      ...term,
      ...among[at],
      asset_id: at % 2 === 0 ? chair : await newAsset(world),
    })),
  )
}

async function circulationSpread(world: World): Promise<AssetCirculationCreate[]> {
  const [ada, bob, hall, yard, lamp, chair] = await Promise.all([
    person.make(world),
    person.make(world),
    location.make(world),
    location.make(world),
    newAsset(world),
    newAsset(world, 12),
  ])
  const at = (day: number) => ({ occurred_at: `2024-05-0${day}T10:00:00Z` })
  return [
    { asset_id: lamp, circulation_type: 'move', location_id: hall, ...at(1) },
    { asset_id: lamp, circulation_type: 'receive', location_id: hall, ...at(2) },
    { asset_id: lamp, circulation_type: 'confirm_location', location_id: yard, ...at(3) },
    { asset_id: lamp, circulation_type: 'issue', person_id: ada, ...at(4) },
    { asset_id: chair, circulation_type: 'issue', person_id: bob, quantity: 3 },
    { asset_id: chair, circulation_type: 'return', location_id: yard, quantity: 3 },
    { asset_id: lamp, circulation_type: 'issue', person_id: bob, location_id: hall },
  ]
}

export const custodySamples: SamplesOf<'assetAssignments' | 'assetCirculations'> = {
  assetAssignments: {
    store: assetAssignmentStore,
    create: async (world) => ({
      asset_id: await newAsset(world),
      person_id: await person.make(world),
      start_date: '2024-01-01',
      notes: world.unique(),
    }),
    patch: async (world) => ({ notes: world.unique(), expected_return_date: '2024-12-24' }),
    spread: assignmentSpread,
    searched: [],
    references: {
      asset_id: asset,
      person_id: withHolder(person, 'location_id'),
      location_id: withHolder(location, 'person_id'),
    },
    lifecycle: assetAssignmentLifecycle,
    others: {
      listOfAsset: {
        call: async (world) => {
          const [among, asset_id] = [await holders(world), await newAsset(world, 100)]
          for (const [at, term] of terms.entries())
            await world.client.assets.assignments.create({ asset_id }, { ...term, ...among[at] })
          return { params: { asset_id } }
        },
        more: async (world, { params }) =>
          world.client.assets.assignments.create(
            { asset_id: params?.asset_id ?? '' },
            { person_id: await person.make(world) },
          ),
      },
      delete: async (world) => {
        const { id } = await world.client.assetAssignments.create({
          asset_id: await newAsset(world),
          person_id: await person.make(world),
          start_date: '2999-01-01',
        })
        return { params: { assignment_id: id } }
      },
      createOfAsset: async (world) => ({
        params: { asset_id: await newAsset(world) },
        body: { person_id: await person.make(world), notes: world.unique() },
      }),
      listOfPerson: {
        call: async (world) => {
          const person_id = await person.make(world)
          for (const term of terms)
            await world.client.assetAssignments.create({
              asset_id: await newAsset(world),
              person_id,
              ...term,
            })
          return { params: { person_id } }
        },
        more: async (world, { params }) =>
          world.client.assetAssignments.create({
            asset_id: await newAsset(world),
            person_id: params?.person_id ?? '',
          }),
      },
    },
  },
  assetCirculations: {
    store: assetCirculationStore,
    create: async (world) => ({
      asset_id: await newAsset(world),
      circulation_type: 'issue',
      person_id: await person.make(world),
      notes: world.unique(),
    }),
    patch: undefined,
    spread: circulationSpread,
    searched: [],
    references: {
      asset_id: asset,
      person_id: withHolder(person, ''),
      location_id: withHolder(location, ''),
      // The location from which pieces come may be archived.
      from_location_id: { make: location.make, isShared: false },
    },
    lifecycle: undefined,
    others: {
      listOfAsset: {
        call: async (world) => {
          const asset_id = await newAsset(world)
          for (const body of await circulationSpread(world))
            await world.client.assetCirculations.create({ ...body, asset_id, quantity: 1 })
          return { params: { asset_id } }
        },
        more: async (world, { params }) =>
          world.client.assetCirculations.create({
            asset_id: params?.asset_id ?? '',
            circulation_type: 'move',
            location_id: await location.make(world),
          }),
      },
    },
  },
}

/** Creates assets that differ in the members computed from their assignments and circulations. */
export async function circulateAssets(world: World): Promise<void> {
  for (const body of await assignmentSpread(world)) await world.client.assetAssignments.create(body)
  for (const body of await circulationSpread(world)) await world.client.assetCirculations.create(body)
  await world.client.assetAssignments.create(await custodySamples.assetAssignments.create(world))
  const [lamp, hall] = [await newAsset(world), await location.make(world)]
  await world.client.assetCirculations.create({
    asset_id: lamp,
    circulation_type: 'confirm_location',
    location_id: hall,
  })
  await world.client.assetRepairs.create({ asset_id: lamp, title: world.unique() })
}
