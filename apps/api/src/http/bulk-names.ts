import { externalIdIn, isUlid, kindOfRecords } from '@commonhold/contract'
import type { AuthorizedTransaction } from '../auth/authorize.ts'
import { type ExternalName, findByExternalIds, lockExternalId } from '../store/external-ids.ts'
import type { BulkRun } from './bulk-operations.ts'
import type { PlacedItem } from './bulk-prepared.ts'
import { externalNamesIn, withIds } from './external-references.ts'
import { assertUpdatable, noRecord, withExternalId } from './upsert.ts'

/** An item with the id of its record, or with the error for which it cannot run. */
export interface ResolvedItem extends PlacedItem {
  readonly error?: unknown
}

/**
 * The items in the order in which they run, with ids in place of external ids, and creates and updates in place of upserts.
 * Upserts of the same external id in other requests wait until the transaction ends.
 */
export async function resolvedItems(
  tx: AuthorizedTransaction,
  run: BulkRun,
  items: readonly PlacedItem[],
): Promise<ResolvedItem[]> {
  const kind = kindOfRecords(run.endpoint.operationId)
  const upserts = items.flatMap(({ item: { op, id } }) => (op === 'upsert' && id !== undefined ? [id] : []))
  // Sorted, so that two requests which upsert the same records cannot end in a deadlock.
  for (const name of [...new Set(upserts)].sort()) void lockExternalId(tx, { kind, name })
  const idOf = await findByExternalIds(
    tx,
    items.flatMap((placed) => namesIn(run, kind, placed)),
  )
  return lockOrder(items.map((placed) => resolved(run, kind, placed, idOf)))
}

/** The external ids in an item: that of its record, and those in its body. */
function namesIn({ operations }: BulkRun, kind: string, { item }: PlacedItem): ExternalName[] {
  const { endpoint } = operations.of(item.op === 'upsert' ? { ...item, op: 'create' } : item).implementation
  const own = item.id === undefined || isUlid(item.id) ? [] : [{ kind, name: item.id }]
  return [...own, ...externalNamesIn(endpoint, item.body)]
}

function resolved(
  { operations }: BulkRun,
  kind: string,
  placed: PlacedItem,
  idOf: (named: ExternalName) => string | undefined,
): ResolvedItem {
  const { item } = placed
  const named = item.id
  const found = named === undefined || isUlid(named) ? named : idOf({ kind, name: named })
  if (item.op !== 'upsert') {
    const { endpoint } = operations.of(item).implementation
    return { ...placed, item: { ...item, id: found ?? named, body: withIds(endpoint, item.body, idOf) } }
  }
  const [create, update] = [
    operations.of({ ...item, op: 'create' }),
    operations.of({ ...item, op: 'update' }),
  ]
  const externalId = externalIdIn(named ?? '')
  if (!externalId) throw new Error('the external id of an upsert was not read')
  const resolvedItem = { ...item, op: found === undefined ? 'create' : 'update', id: found }
  try {
    const sent = withIds(create.implementation.endpoint, item.body, idOf)
    if (found === undefined && item.ifMatch !== undefined) throw noRecord(item.id ?? '')
    const body = withExternalId(kind, sent, externalId, found === undefined)
    if (found !== undefined) assertUpdatable(create, update, body)
    return { ...placed, item: { ...resolvedItem, body } }
  } catch (error) {
    return { ...placed, item: resolvedItem, error }
  }
}

/** Creates in the order sent, then the other items by id, so that overlapping requests lock records in one order. */
function lockOrder(items: readonly ResolvedItem[]): ResolvedItem[] {
  const key = ({ item }: ResolvedItem) => item.id ?? ''
  return [...items].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.index - b.index))
}
