import { sql } from 'drizzle-orm'
import { personStore } from '../census/persons.store.ts'
import { configurationItems } from '../cmdb/configuration-items.table.ts'
import { Store } from '../kernel/store.ts'
import { locationStore } from '../locations/locations.store.ts'
import { issueAssets, issueFieldValues } from '../work/issue-parts.table.ts'
import { projectStore } from '../work/projects.store.ts'
import { assetAssignments } from './asset-assignments.table.ts'
import { assetCirculations } from './asset-circulations.table.ts'
import { assetModelStore } from './asset-models.store.ts'
import { assetRepairs } from './asset-repairs.table.ts'
import { assets } from './assets.table.ts'

export const assetStore = new Store({
  table: assets,
  record: 'asset',
  seenWith: ['assets:read', 'assets:write'],
  kind: 'owned',
  references: {
    model_id: assetModelStore,
    project_id: projectStore,
    person_id: personStore,
    location_id: locationStore,
  },
  computed: {
    tracking_type: sql`(select m.tracking_type from asset_models m where m.id = ${sql.placeholder('model_id')})`,
  },
  searched: [assets.name, assets.asset_tag, assets.serial_number, assets.notes],
  dependents: [
    configurationItems.asset_id,
    assetAssignments.asset_id,
    assetCirculations.asset_id,
    assetRepairs.asset_id,
    issueAssets.asset_id,
    issueFieldValues.record_id,
  ],
})
