import { assetRepairStore } from '../../../src/work/repairs/asset-repairs.store.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import { newAsset } from './asset-custody.ts'
import { location } from './locations.ts'
import { member, project } from './work.ts'

const asset: Reference = {
  make: (world) => newAsset(world),
  archive: (world, asset_id) => world.client.assets.archive({ asset_id }),
  isShared: false,
}
// The issue of the repair refers to the same record, so no `group`: its DELETE is tested with issues.
const alsoOfIssue = ({ make, archive, isShared }: Reference): Reference => ({
  make,
  ...(archive ? { archive } : {}),
  isShared,
})

export const repairSamples: SamplesOf<'assetRepairs'> = {
  assetRepairs: {
    store: assetRepairStore,
    create: async (world) => ({ asset_id: await newAsset(world), title: world.unique(), vendor: 'Lenovo' }),
    patch: async (world) => ({ vendor: world.unique(), cost: 12.5, currency: 'EUR' }),
    spread: async (world) => {
      const [hall, yard] = await Promise.all([location.make(world), location.make(world)])
      const bodies = [
        { location_id: hall, repair_type: 'repair', cost: 12.5, expected_return_date: '2024-02-29' },
        { location_id: yard, repair_type: 'upgrade', outcome: 'repaired', is_warranty: true },
        { repair_type: 'upgrade', outcome: 'replaced', cost: 0, expected_return_date: '2024-03-01' },
        { location_id: hall, outcome: 'repaired', cost: 999_999_999_999.99 },
        { expected_return_date: '2025-03-01' },
        {},
      ] as const
      return Promise.all(
        bodies.map(async (body) => ({ ...body, asset_id: await newAsset(world), title: world.unique() })),
      )
    },
    searched: [],
    references: {
      asset_id: asset,
      location_id: alsoOfIssue(location),
      assignee_id: alsoOfIssue(member),
      project_id: alsoOfIssue(project),
    },
    lifecycle: undefined,
    others: {},
  },
}
