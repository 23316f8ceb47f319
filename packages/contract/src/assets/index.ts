import {
  assetAssignments,
  assetAssignmentsBulk,
  assetAssignmentsHistory,
  assetAssignmentsSummary,
  assetAssignmentsUpsert,
} from './asset-assignment-operations.ts'
import { assetCirculations, assetCirculationsBulk, assetCirculationsSummary } from './asset-circulations.ts'
import { assetModels, assetModelsBulk, assetModelsHistory, assetModelsUpsert } from './asset-models.ts'
import { assets, assetsBulk, assetsSummary, assetsUpsert } from './asset-operations.ts'
import {
  assetRepairs,
  assetRepairsBulk,
  assetRepairsHistory,
  assetRepairsSummary,
  assetRepairsUpsert,
} from './asset-repair-operations.ts'

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

export const assetDerivedOperations = {
  assetModels: { bulk: assetModelsBulk, upsert: assetModelsUpsert, history: { list: assetModelsHistory } },
  assets: { bulk: assetsBulk, upsert: assetsUpsert, summary: { list: assetsSummary } },
  assetAssignments: {
    bulk: assetAssignmentsBulk,
    upsert: assetAssignmentsUpsert,
    history: { list: assetAssignmentsHistory },
    summary: { list: assetAssignmentsSummary },
  },
  assetCirculations: { bulk: assetCirculationsBulk, summary: { list: assetCirculationsSummary } },
  assetRepairs: {
    bulk: assetRepairsBulk,
    upsert: assetRepairsUpsert,
    history: { list: assetRepairsHistory },
    summary: { list: assetRepairsSummary },
  },
}
