import {
  assetAssignmentsBulk,
  assetAssignmentsHistory,
  assetAssignmentsSummary,
  assetAssignmentsUpsert,
} from '../assets/asset-assignment-operations.ts'
import { assetCirculationsBulk, assetCirculationsSummary } from '../assets/asset-circulations.ts'
import { assetsBulk, assetsSummary, assetsUpsert } from '../assets/asset-operations.ts'
import * as assetArea from '../assets/index.ts'

// Operations on assets; their names follow from their paths (docs/decisions/0002-names-follow-paths.md).

export const assets = {
  summary: { list: assetsSummary },
  bulk: assetsBulk,
  upsert: assetsUpsert,
  list: assetArea.assets.list,
  create: assetArea.assets.create,
  get: assetArea.assets.get,
  update: assetArea.assets.update,
  delete: assetArea.assets.delete,
  archive: assetArea.assets.archive,
  restore: assetArea.assets.restore,
  retire: assetArea.assets.retire,
  dispose: assetArea.assets.dispose,
  markLost: assetArea.assets.markLost,
  markStolen: assetArea.assets.markStolen,
  stock: {
    list: assetArea.assets.stock,
  },
  history: {
    list: assetArea.assets.history,
  },
  assignments: {
    list: assetArea.assetAssignments.listOfAsset,
    create: assetArea.assetAssignments.createOfAsset,
  },
  circulations: {
    list: assetArea.assetCirculations.listOfAsset,
  },
}

export const assetAssignments = {
  summary: { list: assetAssignmentsSummary },
  bulk: assetAssignmentsBulk,
  upsert: assetAssignmentsUpsert,
  list: assetArea.assetAssignments.list,
  create: assetArea.assetAssignments.create,
  get: assetArea.assetAssignments.get,
  update: assetArea.assetAssignments.update,
  delete: assetArea.assetAssignments.delete,
  close: assetArea.assetAssignments.close,
  history: { list: assetAssignmentsHistory },
}

export const assetCirculations = {
  summary: { list: assetCirculationsSummary },
  bulk: assetCirculationsBulk,
  list: assetArea.assetCirculations.list,
  create: assetArea.assetCirculations.create,
  get: assetArea.assetCirculations.get,
}
