import type { AssetAssignmentStatus } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { personStore } from '../census/persons.store.ts'
import { locationStore } from '../locations/locations.store.ts'
import { tenantToday } from '../store/days.ts'
import { assetAssignments } from './asset-assignments.table.ts'
import { AssetPartStore, projectOfAsset } from './asset-parts.store.ts'
import { assetStore } from './assets.store.ts'

/** SQL expression of the status of an assignment. */
export const assignmentStatus = sql<AssetAssignmentStatus>`case when asset_assignments.closed_at is not null then 'closed' when asset_assignments.start_date > ${tenantToday} then 'scheduled' else 'active' end`

export const assetAssignmentStore = new AssetPartStore({
  table: assetAssignments,
  record: 'asset_assignment',
  visibleWith: ['assets:read', 'assets:write'],
  kind: 'owned',
  references: { asset_id: assetStore, person_id: personStore, location_id: locationStore },
  computed: { status: assignmentStatus.as('status'), ...projectOfAsset('asset_assignments') },
})
