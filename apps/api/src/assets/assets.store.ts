import { Store } from '../kernel/store.ts'
import { assets } from './assets.table.ts'

export const assetStore = new Store({
  table: assets,
  record: 'asset',
  kind: 'owned',
  searched: [assets.name, assets.asset_tag, assets.serial_number, assets.notes],
})
