import { assetAssignments } from './asset-assignment-operations.ts'
import { assetCirculations } from './asset-circulations.ts'
import { assetModels } from './asset-models.ts'
import { assets } from './asset-operations.ts'
import { assetRepairs } from './asset-repair-operations.ts'

export * from './asset-assignment-operations.ts'
export * from './asset-assignments.ts'
export * from './asset-circulations.ts'
export * from './asset-lifecycle.ts'
export * from './asset-models.ts'
export * from './asset-operations.ts'
export * from './asset-repair-operations.ts'
export * from './asset-repairs.ts'
export * from './assets.ts'

export const assetGroups = { assetModels, assets, assetAssignments, assetCirculations, assetRepairs }
