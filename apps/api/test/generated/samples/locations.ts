import { locationLifecycle } from '@commonhold/contract'
import { locationTypeStore } from '../../../src/locations/location-types.store.ts'
import { locationStore } from '../../../src/locations/locations.store.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'

const newType = async (world: World) => (await world.client.locationTypes.create({ name: world.unique() })).id

const locationType: Reference = { make: newType, isShared: true, group: 'locationTypes' }

/** A location without a parent, in use. */
export const location: Reference = {
  make: async (world) => {
    const type_id = await newType(world)
    return (await world.client.locations.create({ name: world.unique(), type_id })).id
  },
  archive: (world, id) => world.client.locations.archive({ location_id: id }),
  isShared: false,
  group: 'locations',
}

export const locationSamples: SamplesOf<'locationTypes' | 'locations'> = {
  locationTypes: {
    store: locationTypeStore,
    create: async (world) => ({ name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), icon: 'flask', description: null }),
    spread: async (world) =>
      [
        { position: 3, description: '50% glass' },
        { position: 3, icon: 'flask' },
        { position: 12, description: 'a_b Greenhouse' },
        { position: 0, description: 'A yard, or a greenhouse' },
        { position: 1_000_000, icon: 'van' },
        {},
      ].map((body) => ({ ...body, name: world.unique() })),
    searched: ['name', 'description'],
    references: {},
    lifecycle: undefined,
    others: {},
  },
  locations: {
    store: locationStore,
    create: async (world) => ({
      name: world.unique(),
      type_id: await newType(world),
      parent_id: await location.make(world),
      address: { city: 'Bern', country: 'CH' },
    }),
    patch: async (world) => ({
      name: world.unique(),
      code: 'B-12',
      address: { line1: world.unique(), city: null },
      timezone: 'Europe/Zurich',
      latitude: 46.948,
      longitude: 7.4474,
    }),
    spread: async (world) => {
      const [site, building, first, second] = await Promise.all([
        newType(world),
        newType(world),
        location.make(world),
        location.make(world),
      ])
      return [
        { type_id: site, code: '50% north' },
        { type_id: site, parent_id: first, code: 'a_b' },
        { type_id: building, parent_id: first, code: 'North 2' },
        { type_id: building, parent_id: second },
        { type_id: building, code: 'north 3' },
      ].map((body) => ({ ...body, name: world.unique() }))
    },
    searched: ['name', 'code'],
    references: { parent_id: location, type_id: locationType },
    lifecycle: locationLifecycle,
    others: {},
  },
}
