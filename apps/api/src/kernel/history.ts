import type { Collection, HistoryEntry } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import type { ReadContext } from './context.ts'
import { auditLog } from './kernel.table.ts'
import type { ListQuery } from './list.ts'
import { listRecords } from './listing.ts'
import { Store } from './store.ts'

const auditStore = new Store({ table: auditLog, record: 'audit', kind: 'owned' })
const ofRecord = sql`${auditLog.record_id} = ${sql.placeholder('record_id')} and ${auditLog.action} in ('created', 'updated', 'moved', 'deleted')`

/** What happened to a record, from the audit log. */
export async function listHistory(
  context: ReadContext,
  collection: Collection,
  recordId: string,
  query: ListQuery,
): Promise<HistoryEntry[]> {
  const rows = await listRecords(auditStore, context, collection, query, {
    name: 'of record',
    condition: ofRecord,
    values: { record_id: recordId },
  })
  // The condition above admits these actions only.
  return rows.map((row) => ({ ...row, action: row.action as HistoryEntry['action'] }))
}
