import {
  type ConfigurationItemReference,
  configurationItemLifecycle,
  type ImpactedItem,
  operationGroups,
  relationshipRules,
} from '@commonhold/contract'
import { invalid, problem, referenceNotFound } from '../base/problem.ts'
import { inOrder } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { configurationItemStore } from './configuration-items.store.ts'
import { IMPACT_LIMIT, type Reached, reachedFrom } from './impact.repository.ts'
import { closesCircle, ofItem } from './relationships.repository.ts'
import { storedFormOf, withDirection } from './relationships.rules.ts'
import { relationshipStore } from './relationships.store.ts'

export const configurationItemHandlers = implement(operationGroups.configurationItems, {
  ...crudHandlers(operationGroups.configurationItems, configurationItemStore),
  ...moveHandlers(configurationItemLifecycle, configurationItemStore),
  impact: async ({ params: { ci_id }, query }, context) => {
    const { reader } = context
    const { direction = 'downstream', depth = 10 } = query
    // Reads one level more than it returns, to find out whether the result is truncated.
    const [further] = await Promise.all([
      reachedFrom(reader, ci_id, direction, depth + 1),
      configurationItemStore.get(reader, ci_id),
    ])
    const isTooMuch = further.length > IMPACT_LIMIT
    const reached = isTooMuch
      ? await reachedFrom(reader, ci_id, direction, depth)
      : further.filter((one) => one.depth <= depth)
    if (reached.length > IMPACT_LIMIT)
      throw invalid({
        in: 'query',
        field: 'depth',
        code: 'out_of_range',
        message: `the result has more than ${IMPACT_LIMIT} items; send a smaller depth`,
      })
    if (reached.length < further.length) context.header('Impact-Truncated', 'true')
    return impactOf(reached)
  },
  listRelationships: async ({ params: { ci_id }, query }, context) => {
    const { collection } = operationGroups.configurationItems.listRelationships
    const [rows] = await Promise.all([
      listRecords(
        relationshipStore,
        context,
        collection,
        query,
        ofItem(collection, query, ci_id, query.direction ?? 'both'),
      ),
      configurationItemStore.get(context.reader, ci_id),
    ])
    return rows.map((row) => withDirection(ci_id, row))
  },
  createRelationship: async ({ params: { ci_id }, body }, context) => {
    const { tx } = context
    const stored = storedFormOf(ci_id, body)
    // Locks both items against deletion until the transaction ends.
    const [, , , , isClosing] = await inOrder([
      configurationItemStore.lockReference(tx, ci_id),
      configurationItemStore.lockReference(tx, body.target_id),
      configurationItemStore.getOpen(tx, ci_id),
      assertOtherEnd(context, ci_id, body.target_id),
      relationshipRules[stored.relationship_type].isAcyclic && closesCircle(tx, stored),
    ])
    if (isClosing) throw problem('cycle_detected')
    return withDirection(ci_id, await relationshipStore.insert(context, { ...body, ...stored }))
  },
})

/** Throws unless the other item is a different one, visible and not archived. */
async function assertOtherEnd({ tx }: WriteContext, itemId: string, target_id: string): Promise<void> {
  if (target_id === itemId)
    throw invalid({
      field: 'target_id',
      code: 'not_allowed_value',
      message: 'an item cannot be related to itself; choose another item',
    })
  const other = await configurationItemStore.find(tx, target_id)
  if (!other) throw invalid(referenceNotFound('target_id'))
  if (other.archived_at)
    throw problem('record_archived', {}, 'The other item is archived. Restore it before relating to it.')
}

/** Adds to each item the path to it. The items before it on the path are earlier in `reached`. */
function impactOf(reached: readonly Reached[]): ImpactedItem[] {
  const ways = new Map<string, ConfigurationItemReference[]>()
  return reached.flatMap(({ id, name, ci_type, depth, weight, via, open_issue_count }) => {
    const ci = { id, name, ci_type }
    const path = [...((via && ways.get(via)) || []), ci]
    ways.set(id, path)
    return depth === 0 ? [] : [{ ci, depth, weight, path, open_issue_count }]
  })
}
