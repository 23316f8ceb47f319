import { assetLifecycle, contract } from '@commonhold/contract'
import { definedOf } from '../kernel/defined.ts'
import { crudHandlers, moveHandlers } from '../kernel/handlers.ts'
import { listHistory } from '../kernel/history.ts'
import { newId } from '../kernel/ids.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { allowedMoves, move } from '../kernel/moves.ts'
import { invalid, problem } from '../kernel/problem.ts'
import { withSeenIds } from '../kernel/references.ts'
import { quiet } from '../kernel/statement.ts'
import { atOrWithin, heldToday } from './asset-lists.ts'
import { assetModelStore } from './asset-models.store.ts'
import { endRepairs, lockOpenRepairs } from './asset-repair-ending.ts'
import { nextAssetTag } from './assets.repository.ts'
import { assertTracking } from './assets.rules.ts'
import { assetStore, auditedMembers } from './assets.store.ts'
import { record } from './custody.ts'
import { leave, losePart, restore } from './leaving.ts'

export const assetHandlers = implement(contract.assets, {
  ...crudHandlers(contract.assets, assetStore),
  ...moveHandlers(assetLifecycle, assetStore),
  list: async ({ query }, context) => {
    // Who asks for the archived ones by their status wants to see them.
    const archived = query.archived ?? (query.status?.includes('archived') ? 'include' : 'exclude')
    const { include_descendants, location_id, person_id, person_id__is_null, ...rest } = query
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
    const within = isWithin ? location_id : undefined
    const named = { location_id: within, person_id }
    const seen = await withSeenIds(assetStore.spec.references, context.reader, named)
    const holders = heldToday({ person_id: seen.person_id, person_id__is_null })
    const scope = seen.location_id ? atOrWithin(collection, asked, seen.location_id, holders) : holders
    if (!scope) return listRecords(assetStore, context, collection, asked)
    const bound = definedOf({ within, person_id, person_id__is_null })
    return listRecords(assetStore, context, collection, asked, { ...scope, bound })
  },
  create: async ({ body }, context) => {
    const model = quiet(assetModelStore.reference(context.tx, 'model_id', body.model_id))
    const asset_tag = body.asset_tag ?? (await nextAssetTag(context.tx))
    // Sent along with the model that it is checked against; the table's constraints hold the same rules.
    const { location_id = null } = body
    const occurred_at = context.clock.now().toISOString()
    const place = location_id === null ? {} : { location_id, located_at: occurred_at }
    const inserted = quiet(assetStore.insert(context, { ...body, asset_tag, ...place }))
    assertTracking((await model).tracking_type, {
      serial_number: body.serial_number ?? null,
      quantity: body.quantity ?? 1,
    })
    const made = await inserted
    if (location_id !== null)
      await record(context, made, {
        circulation_type: 'receive',
        location_id,
        quantity: made.quantity,
        occurred_at,
        correlation_id: newId(),
      })
    return made
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
  dispose: async ({ params, body }, context) => {
    await lockOpenRepairs(context, params.asset_id)
    const part = await losePart(context, 'dispose', params.asset_id, body ?? {})
    if (part) return part
    await leave(context, 'dispose', params.asset_id, body ?? {}, 'disposed', {
      disposal_method: body?.disposal_method ?? null,
    })
    // Those that were opened until the asset was locked, too.
    await endRepairs(context, await lockOpenRepairs(context, params.asset_id))
    return assetStore.get(context.tx, params.asset_id)
  },
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
    const entries = await listHistory(
      context,
      contract.assets.history.collection,
      { id: params.asset_id, references: assetStore.spec.references ?? {} },
      query,
    )
    // Entries of earlier releases tell of columns that no reader sees.
    return entries.map((entry) => ({
      ...entry,
      changes: entry.changes.filter(({ field }) => auditedMembers.includes(field)),
    }))
  },
})
