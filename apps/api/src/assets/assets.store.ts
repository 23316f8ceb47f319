import { sql } from 'drizzle-orm'
import { Store } from '../kernel/store.ts'
import { assets } from './assets.table.ts'

export const assetStore = new Store({
  table: assets,
  record: 'asset',
  kind: 'owned',
  computed: {
    tracking_type: sql`(select m.tracking_type from asset_models m where m.id = ${sql.placeholder('model_id')})`,
  },
  searched: [assets.name, assets.asset_tag, assets.serial_number, assets.notes],
})
