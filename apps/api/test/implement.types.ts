import { assetModelLifecycle, operationGroups } from '@commonhold/contract'
import { assetModelStore } from '../src/assets/asset-models.store.ts'
import { crudHandlers, moveHandlers } from '../src/store/handlers.ts'
import { implement } from '../src/store/implement.ts'

/** What the compiler promises to whoever implements the contract; the type check fails where it does not keep it. */
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
