import { assetLifecycle, contract } from '@commonhold/contract'
import { crudHandlers, moveHandlers } from '../kernel/handlers.ts'
import { listHistory } from '../kernel/history.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { allowedMoves, move } from '../kernel/moves.ts'
import { invalid, problem } from '../kernel/problem.ts'
import { withSeenIds } from '../kernel/references.ts'
import { quiet } from '../kernel/statement.ts'
import { atOrWithin } from './asset-lists.ts'
import { assetModelStore } from './asset-models.store.ts'
import { nextAssetTag } from './assets.repository.ts'
import { assertTracking } from './assets.rules.ts'
import { assetStore } from './assets.store.ts'
import { leave, losePart, restore } from './leaving.ts'

export const assetHandlers = implement(contract.assets, {
  ...crudHandlers(contract.assets, assetStore),
  ...moveHandlers(assetLifecycle, assetStore),
  list: async ({ query }, context) => {
    // Who asks for the archived ones by their status wants to see them.
    const archived = query.archived ?? (query.status?.includes('archived') ? 'include' : 'exclude')
    const { include_descendants, location_id, ...rest } = query
    if (include_descendants && !location_id)
      throw invalid({
        in: 'query',
        field: 'location_id',
        code: 'required',
        message: 'include_descendants needs it',
      })
    const { collection } = contract.assets.list
    const isWithin = include_descendants === true && location_id !== undefined
    const asked = { ...rest, archived, ...(location_id && !isWithin ? { location_id } : {}) }
    if (!isWithin) return listRecords(assetStore, context, collection, asked)
    const seen = await withSeenIds(assetStore.spec.references, context.reader, { location_id })
    return listRecords(assetStore, context, collection, asked, {
      ...atOrWithin(collection, asked, seen.location_id),
      bound: { within: location_id },
    })
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
    if (after.quantity < before.assigned_quantity)
      throw problem(
        'insufficient_quantity',
        { assigned_quantity: before.assigned_quantity },
        `${before.assigned_quantity} of it are assigned; close assignments first.`,
      )
    return assetStore.update(context, before, body)
  },
  archive: ({ params, body }, context) => leave(context, 'archive', params.asset_id, body ?? {}, 'archived'),
  restore: ({ params, body }, context) => restore(context, params.asset_id, body ?? {}),
  retire: ({ params, body }, context) => leave(context, 'retire', params.asset_id, body ?? {}, 'retired'),
  dispose: async ({ params, body }, context) =>
    (await losePart(context, 'dispose', params.asset_id, body ?? {})) ??
    leave(context, 'dispose', params.asset_id, body ?? {}, 'disposed', {
      disposal_method: body?.disposal_method ?? null,
    }),
  markLost: async ({ params, body }, context) =>
    (await losePart(context, 'markLost', params.asset_id, body ?? {})) ??
    move(context, assetStore, assetLifecycle, 'markLost', params.asset_id, body ?? {}),
  markStolen: async ({ params, body }, context) =>
    (await losePart(context, 'markStolen', params.asset_id, body ?? {})) ??
    move(context, assetStore, assetLifecycle, 'markStolen', params.asset_id, body ?? {}, {
      report_reference: body?.report_reference ?? null,
    }),
  history: async ({ params, query }, context) => {
    await assetStore.get(context.reader, params.asset_id)
    return listHistory(
      context,
      contract.assets.history.collection,
      { id: params.asset_id, references: assetStore.spec.references ?? {} },
      query,
    )
  },
})
