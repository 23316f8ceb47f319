import { operationGroups } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { configurationItemStore } from './configuration-items.store.ts'
import { withDirection } from './relationships.rules.ts'
import { relationshipStore } from './relationships.store.ts'

/** Locks and returns the relationship. Throws if one of its items is archived. */
async function lockOpen(context: WriteContext, id: string) {
  const { tx } = context
  const row = await relationshipStore.lock(context, id)
  const items = await Promise.all(
    [row.source_id, row.target_id].map((end) => configurationItemStore.get(tx, end)),
  )
  const archived = items.find(({ archived_at }) => archived_at !== null)
  if (!archived) return row
  throw problem(
    'record_archived',
    {},
    `The item ${archived.name} is archived. Restore it before changing its relationships.`,
  )
}

export const relationshipHandlers = implement(operationGroups.relationships, {
  get: async ({ params }, { reader }) => {
    const row = await relationshipStore.get(reader, params.relationship_id)
    return withDirection(row.source_id, row)
  },
  list: async ({ query }, context) => {
    const { collection } = operationGroups.relationships.list
    const rows = await listRecords(relationshipStore, context, collection, { ...query })
    return rows.map((row) => withDirection(row.source_id, row))
  },
  update: async ({ params, body }, context) => {
    const before = await lockOpen(context, params.relationship_id)
    const row = await relationshipStore.update(context, before, { ...body })
    return withDirection(row.source_id, row)
  },
  delete: async ({ params }, context) => {
    const { id } = await lockOpen(context, params.relationship_id)
    await relationshipStore.remove(context, id)
    return undefined
  },
})
