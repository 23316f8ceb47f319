import { assetModelLifecycle, operationGroups } from '@commonhold/contract'
import { assetModelStore } from '../src/assets/asset-models.store.ts'
import { crudHandlers, moveHandlers } from '../src/store/handlers.ts'
import { implement } from '../src/store/implement.ts'

/** The checks of the compiler when the contract is implemented. An `@ts-expect-error` without an error fails the type check. */
const { assetModels } = operationGroups
const complete = {
  ...crudHandlers(assetModels, assetModelStore),
  ...moveHandlers(assetModelLifecycle, assetModelStore),
}
const { archive: _archive, ...withoutArchive } = complete

implement(assetModels, complete)

// @ts-expect-error a handler is missing
implement(assetModels, withoutArchive)

// @ts-expect-error a handler has no endpoint
implement(assetModels, { ...complete, rename: complete.update })

// @ts-expect-error the reply is not what the contract says
implement(assetModels, { ...complete, get: async () => ({ id: 'nothing else' }) })
