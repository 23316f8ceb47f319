import { sql } from 'drizzle-orm'
import { personStore } from '../census/persons.store.ts'
import { locationStore } from '../locations/locations.store.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { assetCirculations } from './asset-circulations.table.ts'
import { AssetPartStore, projectOfAsset } from './asset-parts.store.ts'
import { assetStore } from './assets.store.ts'

export const assetCirculationStore = new AssetPartStore({
  table: assetCirculations,
  record: 'asset_circulation',
  kind: 'owned',
  references: {
    asset_id: assetStore,
    person_id: personStore,
    location_id: locationStore,
    assignment_id: assetAssignmentStore,
  },
  derived: {
    recorded_by: sql<string | null>`asset_circulations.created_by`.as('recorded_by'),
    ...projectOfAsset('asset_circulations'),
  },
})
