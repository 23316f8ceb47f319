import type { Collection, HistoryEntry } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { auditLog } from './audit-and-idempotency.table.ts'
import type { ReadContext } from './context.ts'
import type { ListQuery } from './list.ts'
import { listRecords } from './listing.ts'
import { namedBy, seenAmong, withoutHidden } from './named-records.ts'
import type { Referable } from './references.ts'
import { Store } from './store.ts'

const auditStore = new Store({ table: auditLog, record: 'audit', kind: 'owned' })
const ofRecord = sql`${auditLog.record_id} = ${sql.placeholder('record_id')} and ${auditLog.action} in ('created', 'updated', 'moved', 'deleted')`

/** The history of a record that the caller can read; ids of records that the caller cannot see are null. */
export async function listHistoryOf<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: ReadContext,
  { store, id }: { readonly store: Store<T, D>; readonly id: string },
  collection: Collection,
  query: ListQuery,
): Promise<HistoryEntry[]> {
  const [entries] = await Promise.all([
    listHistory(context, collection, { id, references: store.spec.references ?? {} }, query),
    store.get(context.reader, id),
  ])
  return entries
}

/** The history of a record, from the audit log; ids of records that the caller cannot see are null. */
export async function listHistory(
  context: ReadContext,
  collection: Collection,
  record: { readonly id: string; readonly references: Readonly<Record<string, Referable>> },
  query: ListQuery,
): Promise<HistoryEntry[]> {
  const rows = await listRecords(auditStore, context, collection, query, {
    name: 'of record',
    condition: ofRecord,
    values: { record_id: record.id },
  })
  const kindOf = ({ field }: HistoryEntry['changes'][number]) =>
    Object.hasOwn(record.references, field) ? field : undefined
  const isSeen = await seenAmong(
    context.reader,
    record.references,
    rows.flatMap(({ changes }) => changes.flatMap((change) => namedBy(change, kindOf(change)))),
  )
  // The condition above selects these actions only.
  return rows.map((row) => ({
    ...row,
    action: row.action as HistoryEntry['action'],
    changes: row.changes.map((change) => withoutHidden(change, kindOf(change), isSeen)),
  }))
}
