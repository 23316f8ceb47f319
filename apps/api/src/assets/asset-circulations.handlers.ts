import { operationGroups } from '@commonhold/contract'
import { listChildren } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { assertNotAhead } from '../store/moments.ts'
import { circulate } from './asset-circulations.service.ts'
import { assetCirculationStore } from './asset-circulations.store.ts'
import { assetStore } from './assets.store.ts'

export const assetCirculationHandlers = implement(operationGroups.assetCirculations, {
  list: ({ query }, context) =>
    listRecords(assetCirculationStore, context, operationGroups.assetCirculations.list.collection, {
      ...query,
    }),
  listOfAsset: ({ params, query }, context) =>
    listChildren(
      context,
      { store: assetStore, id: params.asset_id },
      {
        store: assetCirculationStore,
        member: 'asset_id',
        collection: operationGroups.assetCirculations.listOfAsset.collection,
      },
      query,
    ),
  get: ({ params }, { reader }) => assetCirculationStore.get(reader, params.circulation_id),
  create: async ({ body }, context) => {
    assertNotAhead('occurred_at', body.occurred_at, context.clock)
    return circulate(context, body)
  },
})
