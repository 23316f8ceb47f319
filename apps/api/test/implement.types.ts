import { assetModelLifecycle, operationGroups } from '@commonhold/contract'
import { assetModelStore } from '../src/assets/asset-models.store.ts'
import { crudHandlers, moveHandlers } from '../src/store/handlers.ts'
import { implement } from '../src/store/implement.ts'

/** What the compiler checks when the contract is implemented. Each `@ts-expect-error` fails the type check if it does not. */
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
