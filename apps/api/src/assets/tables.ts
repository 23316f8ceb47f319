import { assetAssignments } from './asset-assignments.table.ts'
import { assetCirculations } from './asset-circulations.table.ts'
import { assetModels } from './asset-models.table.ts'
import { assetStock } from './asset-stock.table.ts'
import { assets } from './assets.table.ts'

export const assetTables = {
  owned: [assets, assetAssignments, assetStock],
  catalogue: [assetModels],
  ledger: [assetCirculations],
}
