import type { SamplesOf } from '../sample.ts'
import { location } from './locations.ts'

export const searchSamples: SamplesOf<'search' | 'codes'> = {
  search: {
    others: {
      list: async (world) => {
        const name = world.unique()
        await world.client.assetModels.create({ name, tracking_type: 'countable' })
        return { query: { q: name } }
      },
    },
  },
  codes: {
    others: {
      get: async (world) => ({ params: { code: await location.make(world) } }),
    },
  },
}
