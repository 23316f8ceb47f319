import { assetAssignmentHandlers } from './asset-assignments.handlers.ts'
import { assetCirculationHandlers } from './asset-circulations.handlers.ts'
import { assetModelHandlers } from './asset-models.handlers.ts'
import type { OpenRepairs } from './asset-states.ts'
import { assetHandlers } from './assets.handlers.ts'

/** What one has, and what happens to it. */
export const assetAreaHandlers = (repairs: OpenRepairs) => [
  ...assetModelHandlers,
  ...assetHandlers(repairs),
  ...assetAssignmentHandlers,
  ...assetCirculationHandlers,
]
