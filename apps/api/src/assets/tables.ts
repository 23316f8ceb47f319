import { assetModels } from './asset-models.table.ts'
import { assets } from './assets.table.ts'

export const assetTables = { owned: [assets], catalogue: [assetModels] }
