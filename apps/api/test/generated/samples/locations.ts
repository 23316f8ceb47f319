import { locationTypeStore } from '../../../src/locations/location-types.store.ts'
import type { SamplesOf } from '../sample.ts'

export const locationSamples: SamplesOf<'locationTypes'> = {
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
}
