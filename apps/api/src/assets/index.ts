import { assetAssignmentHandlers } from './asset-assignments.handlers.ts'
import { assetCirculationHandlers } from './asset-circulations.handlers.ts'
import { assetModelHandlers } from './asset-models.handlers.ts'
import { assetRepairHandlers } from './asset-repairs.handlers.ts'
import { assetHandlers } from './assets.handlers.ts'

/** What one has, and what happens to it. */
export const assetAreaHandlers = [
  ...assetModelHandlers,
  ...assetHandlers,
  ...assetAssignmentHandlers,
  ...assetCirculationHandlers,
  ...assetRepairHandlers,
]
