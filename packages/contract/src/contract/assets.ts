import * as assetArea from '../assets/index.ts'
import { derivedOperations } from '../derived-operations.ts'

// The operations on assets, each where its path says (docs/decisions/0002-names-follow-paths.md).

export const assets = {
  ...derivedOperations.assets,
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
  ...derivedOperations.assetAssignments,
  list: assetArea.assetAssignments.list,
  create: assetArea.assetAssignments.create,
  get: assetArea.assetAssignments.get,
  update: assetArea.assetAssignments.update,
  delete: assetArea.assetAssignments.delete,
  close: assetArea.assetAssignments.close,
}

export const assetCirculations = {
  ...derivedOperations.assetCirculations,
  list: assetArea.assetCirculations.list,
  create: assetArea.assetCirculations.create,
  get: assetArea.assetCirculations.get,
}
