import { assetModelLifecycle, contract } from '@commonhold/contract'
import { crudHandlers, moveHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { assetModelStore } from './asset-models.store.ts'

export const assetModelHandlers = implement(contract.assetModels, {
  ...crudHandlers(contract.assetModels, assetModelStore),
  ...moveHandlers(assetModelLifecycle, assetModelStore),
})
