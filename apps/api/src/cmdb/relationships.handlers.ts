import { operationGroups } from '@commonhold/contract'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { seenFrom } from './relationships.rules.ts'
import { relationshipStore } from './relationships.store.ts'

export const relationshipHandlers = implement(operationGroups.relationships, {
  get: async ({ params }, { reader }) => {
    const row = await relationshipStore.get(reader, params.relationship_id)
    return seenFrom(row.source_id, row)
  },
  list: async ({ query }, context) => {
    const { collection } = operationGroups.relationships.list
    const rows = await listRecords(relationshipStore, context, collection, { ...query })
    return rows.map((row) => seenFrom(row.source_id, row))
  },
  update: async ({ params, body }, context) => {
    const before = await relationshipStore.lock(context, params.relationship_id)
    const row = await relationshipStore.update(context, before, { ...body })
    return seenFrom(row.source_id, row)
  },
  delete: async ({ params }, context) => {
    await relationshipStore.remove(context, params.relationship_id)
    return undefined
  },
})
