import { assetLifecycle, operationGroups } from '@commonhold/contract'
import { definedOf } from '../base/defined.ts'
import { invalid } from '../base/problem.ts'
import { personStore } from '../census/persons.store.ts'
import { locationStore } from '../locations/locations.store.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { entriesAsRead, listHistory } from '../store/history.ts'
import { implement } from '../store/implement.ts'
import { independently } from '../store/independent.ts'
import { listRecords } from '../store/listing.ts'
import { withVisibleIds } from '../store/references.ts'
import { scheduledMembers } from './asset-assignments.rules.ts'
import { changeAsset } from './asset-changes.service.ts'
import { createAsset } from './asset-creation.service.ts'
import { release, writeOff } from './asset-disposal.service.ts'
import { assignedToday, atOrWithin, lyingAt } from './asset-lists.repository.ts'
import { restore } from './asset-restoration.service.ts'
import { changeWithStatus, disposal, type OpenRepairs } from './asset-states.service.ts'
import { stockOf } from './asset-stock.repository.ts'
import { assetStore, auditedMembers } from './assets.store.ts'

/** The members that an entry of an asset's history may contain: those of the asset and of scheduled assignments. */
const historyMembers = new Set([...auditedMembers, ...Object.keys(scheduledMembers)])
const historyReferences = {
  ...assetStore.spec.references,
  scheduled_person_id: personStore,
  scheduled_location_id: locationStore,
}

/** The services of other areas that the handlers of assets need. */
export interface AssetServices {
  readonly repairs: OpenRepairs
}

export const assetHandlers = ({ repairs }: AssetServices) => {
  const dispose = disposal(repairs)
  return implement(operationGroups.assets, {
    ...crudHandlers(operationGroups.assets, assetStore),
    ...moveHandlers(assetLifecycle, assetStore),
    list: async ({ query }, context) => {
      // A filter by the status `archived` includes archived assets.
      const archived = query.archived ?? (query.status?.includes('archived') ? 'include' : 'exclude')
      const { include_descendants, location_id, person_id, person_id__is_null, ...rest } = query
      if (include_descendants && !location_id)
        throw invalid({
          in: 'query',
          field: 'location_id',
          code: 'required',
          message: 'is required with include_descendants',
        })
      const { collection } = operationGroups.assets.list
      const filters = { ...rest, archived }
      const named = { location_id, person_id }
      const seen = await withVisibleIds(assetStore.spec.references, context.reader, named)
      const holders = assignedToday({ person_id: seen.person_id, person_id__is_null })
      const located = include_descendants === true ? atOrWithin : lyingAt
      const scope = seen.location_id ? located(collection, filters, seen.location_id, holders) : holders
      // Cursors are bound to the requested filters, because the visible records may change between pages.
      const bound = definedOf({ ...named, person_id__is_null, include_descendants })
      return listRecords(assetStore, context, collection, filters, scope && { ...scope, bound })
    },
    create: independently(({ body }, context) => createAsset(context, body)),
    update: ({ params, body }, context) =>
      changeWithStatus(context, params.asset_id, body, dispose, changeAsset),
    archive: ({ params, body }, context) =>
      release(context, 'archive', params.asset_id, body ?? {}, 'archived'),
    restore: ({ params, body }, context) => restore(context, params.asset_id, body ?? {}),
    retire: ({ params, body }, context) => release(context, 'retire', params.asset_id, body ?? {}, 'retired'),
    dispose: ({ params, body }, context) => dispose(context, params.asset_id, body ?? {}),
    markLost: ({ params, body }, context) => writeOff(context, 'markLost', params.asset_id, body ?? {}),
    markStolen: ({ params, body }, context) => writeOff(context, 'markStolen', params.asset_id, body ?? {}),
    stock: async ({ params: { asset_id } }, { reader }) => {
      const [places] = await Promise.all([stockOf(reader, asset_id), assetStore.get(reader, asset_id)])
      return places
    },
    history: async ({ params, query }, context) => {
      await assetStore.get(context.reader, params.asset_id)
      const entries = await listHistory(
        context,
        operationGroups.assets.history.collection,
        { kind: 'asset', id: params.asset_id, references: historyReferences },
        query,
      )
      // Entries of earlier releases contain columns that are not members.
      return entriesAsRead(entries, historyMembers)
    },
  })
}
