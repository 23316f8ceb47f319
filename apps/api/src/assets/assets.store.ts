import { getTableColumns, sql } from 'drizzle-orm'
import { personStore } from '../census/persons.store.ts'
import { tenantAndRoot } from '../db/tenant.ts'
import { locationStore } from '../locations/locations.store.ts'
import { tenantToday } from '../store/days.ts'
import { Store } from '../store/store.ts'
import { projectStore } from '../system/projects.store.ts'
import { assetModelStore } from './asset-models.store.ts'
import { assets } from './assets.table.ts'

/** Columns that are not members. */
const internal: ReadonlySet<string> = new Set([
  'tracking_type',
  'asset_tag_key',
  'serial_key',
  'assigned_quantity',
  'holder_id',
  'held_from',
  'held_at',
  'located_at',
  'version',
  'updated_at',
])

/** Members whose changes are recorded in the history of an asset. */
export const auditedMembers: readonly string[] = [
  ...Object.keys(getTableColumns(assets)).filter((name) => !internal.has(name)),
  'person_id',
]

export const assetStore = new Store({
  table: assets,
  record: 'asset',
  visibleWith: ['assets:read', 'assets:write'],
  kind: 'owned',
  references: {
    model_id: assetModelStore,
    project_id: projectStore,
    person_id: personStore,
    location_id: locationStore,
  },
  computed: {
    holder_id: sql<string | null>`assets.person_id`.as('holder_id'),
    person_id: sql<
      string | null
    >`(case when assets.held_from <= ${tenantToday} then assets.person_id end)`.as('person_id'),
  },
  insertedAs: {
    // If the model was deleted meanwhile, the foreign key fails with the right error.
    tracking_type: sql`coalesce((select m.tracking_type from asset_models m where m.tenant_id in ${tenantAndRoot} and m.id = ${sql.placeholder('model_id')}), '')`,
  },
  keys: { serial_number: assets.serial_key, asset_tag: assets.asset_tag_key },
  audited: auditedMembers,
  searched: [assets.name, assets.asset_tag, assets.serial_number, assets.notes],
})
