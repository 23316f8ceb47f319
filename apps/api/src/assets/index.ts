import { type Area, resource } from '../store/area.ts'
import { assetAssignmentHandlers } from './asset-assignments.handlers.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { assetCirculationHandlers } from './asset-circulations.handlers.ts'
import { assetCirculations } from './asset-circulations.table.ts'
import { assetModelHandlers } from './asset-models.handlers.ts'
import { assetModelStore } from './asset-models.store.ts'
import { assetStock } from './asset-stock.table.ts'
import { type AssetServices, assetHandlers } from './assets.handlers.ts'
import { assetStore } from './assets.store.ts'

/** Assets: models, assignments, stock and circulations. */
export const assetArea: Area<AssetServices> = {
  resources: [
    resource({ store: assetModelStore, handlers: assetModelHandlers }),
    resource({ store: assetStore, handlers: assetHandlers }),
    resource({ store: assetAssignmentStore, handlers: assetAssignmentHandlers }),
  ],
  handlers: [assetCirculationHandlers],
  tables: { owned: [assetStock], ledger: [assetCirculations] },
}
