import { assetModelLifecycle, operationGroups } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { lastChange } from '../store/context.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { assetModelStore } from './asset-models.store.ts'

export const assetModelHandlers = implement(operationGroups.assetModels, {
  ...crudHandlers(operationGroups.assetModels, assetModelStore),
  ...moveHandlers(assetModelLifecycle, assetModelStore),
  update: async ({ params, body }, context) => {
    const before = await assetModelStore.lock(context, params.asset_model_id)
    if (body.tracking_type && body.tracking_type !== before.tracking_type && before.asset_count > 0) {
      throw problem(
        'dependent_item_exists',
        { dependents: { assets: before.asset_count } },
        `tracking_type cannot be changed while assets have this model (${before.asset_count}). Create another model.`,
      )
    }
    return assetModelStore.update(lastChange(context), before, body)
  },
})
