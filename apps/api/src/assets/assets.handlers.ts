import { assetLifecycle, contract } from '@commonhold/contract'
import { crudHandlers, moveHandlers } from '../kernel/handlers.ts'
import { listHistory } from '../kernel/history.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { allowedMoves, move } from '../kernel/moves.ts'
import { pageHeaders } from '../kernel/paging.ts'
import { invalid, problem } from '../kernel/problem.ts'
import { quiet } from '../kernel/statement.ts'
import { assetModelStore } from './asset-models.store.ts'
import { nextAssetTag } from './assets.repository.ts'
import { assertTracking } from './assets.rules.ts'
import { assetStore } from './assets.store.ts'

export const assetHandlers = implement(contract.assets, {
  ...crudHandlers(contract.assets, assetStore),
  ...moveHandlers(assetLifecycle, assetStore),
  list: async ({ query }, context) => {
    // Who asks for the archived ones by their status wants to see them.
    const archived = query.archived ?? (query.status?.includes('archived') ? 'include' : 'exclude')
    const page = await listRecords(assetStore, context, contract.assets.list.collection, {
      ...query,
      archived,
    })
    pageHeaders(context, page)
    return page.rows
  },
  create: async ({ body }, context) => {
    const model = quiet(assetModelStore.reference(context.tx, 'model_id', body.model_id))
    const asset_tag = body.asset_tag ?? (await nextAssetTag(context.tx))
    // Sent along with the model that it is checked against; the table's constraints hold the same rules.
    const inserted = quiet(assetStore.insert(context, { ...body, asset_tag }))
    assertTracking((await model).tracking_type, {
      serial_number: body.serial_number ?? null,
      quantity: body.quantity ?? 1,
    })
    return inserted
  },
  update: async ({ params, body }, context) => {
    const before = await assetStore.lock(context, params.asset_id)
    if (before.status === 'archived') {
      throw problem('invalid_transition', {
        current_state: before.status,
        allowed_operations: allowedMoves(assetLifecycle, before.status),
      })
    }
    if (body.model_id && body.model_id !== before.model_id) {
      const model = await assetModelStore.reference(context.tx, 'model_id', body.model_id)
      if (model.tracking_type !== before.tracking_type) {
        throw invalid({
          field: 'model_id',
          code: 'tracking_type_differs',
          message: `the new model must track its assets as ${before.tracking_type}, too`,
        })
      }
    }
    const after = { ...before, ...body }
    assertTracking(before.tracking_type, after)
    return assetStore.update(context, before, body)
  },
  dispose: ({ params, body }, context) =>
    move(context, assetStore, assetLifecycle, 'dispose', params.asset_id, body ?? {}, {
      disposal_method: body?.disposal_method ?? null,
    }),
  markStolen: ({ params, body }, context) =>
    move(context, assetStore, assetLifecycle, 'markStolen', params.asset_id, body ?? {}, {
      report_reference: body?.report_reference ?? null,
    }),
  history: async ({ params, query }, context) => {
    await assetStore.get(context.reader, params.asset_id)
    return listHistory(context, contract.assets.history.collection, params.asset_id, query)
  },
})
