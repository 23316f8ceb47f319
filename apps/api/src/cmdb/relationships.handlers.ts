import { contract } from '@commonhold/contract'
import { implement } from '../kernel/implement.ts'
import { seenFrom } from './relationships.rules.ts'
import { relationshipStore } from './relationships.store.ts'

export const relationshipHandlers = implement(contract.relationships, {
  get: async ({ params }, { reader }) => {
    const row = await relationshipStore.get(reader, params.relationship_id)
    return seenFrom(row.source_id, row)
  },
  delete: async ({ params }, context) => {
    await relationshipStore.remove(context, params.relationship_id)
    return undefined
  },
})
