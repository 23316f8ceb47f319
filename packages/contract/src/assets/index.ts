import { assetModels } from './asset-models.ts'
import { assets } from './assets.ts'

export * from './asset-models.ts'
export * from './assets.ts'

export const assetGroups = { assetModels, assets }
