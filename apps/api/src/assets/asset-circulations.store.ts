import { sql } from 'drizzle-orm'
import { invalid, referenceNotFound } from '../base/problem.ts'
import { personStore } from '../census/persons.store.ts'
import { locationStore } from '../locations/locations.store.ts'
import type { Referable } from '../store/references.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { assetCirculations } from './asset-circulations.table.ts'
import { AssetPartStore, projectOfAsset } from './asset-parts.store.ts'
import { assetStore } from './assets.store.ts'

/** Circulations may refer to archived records, too: a person who has left still returns assets. */
const allowArchived = (store: typeof personStore | typeof locationStore): Referable => ({
  reference: async (tx, field, id) => {
    const found = await store.referableIds(tx, [id])
    if (found.length === 0) throw invalid(referenceNotFound(field))
  },
  visibleIds: (reader, ids) => store.visibleIds(reader, ids),
})

export const assetCirculationStore = new AssetPartStore({
  table: assetCirculations,
  record: 'asset_circulation',
  visibleWith: ['assets:read', 'assets:write'],
  kind: 'owned',
  references: {
    asset_id: assetStore,
    person_id: allowArchived(personStore),
    location_id: allowArchived(locationStore),
    from_location_id: allowArchived(locationStore),
    assignment_id: assetAssignmentStore,
  },
  computed: {
    recorded_by: sql<string | null>`asset_circulations.created_by`.as('recorded_by'),
    ...projectOfAsset('asset_circulations'),
  },
})
