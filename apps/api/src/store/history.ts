import type { Collection, HistoryEntry } from '@commonhold/contract'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { auditLog } from './audit-and-idempotency.table.ts'
import type { ReadContext } from './context.ts'
import type { ListQuery } from './list.ts'
import { listRecords } from './listing.ts'
import { namedBy, visibleAmong, withoutHidden } from './named-records.ts'
import type { Scope } from './page-statements.ts'
import { auditActionsOf, recordAction } from './record-action.ts'
import type { RecordKind } from './record-kind.ts'
import type { Referable } from './references.ts'
import { Store } from './store.ts'

const actions = auditActionsOf(['created', 'updated', 'moved', 'deleted'])
const auditStore = new Store({
  table: auditLog,
  record: 'audit',
  kind: 'owned',
  // The condition below selects these actions only.
  computed: { action: sql<HistoryEntry['action']>`${recordAction(auditLog.action)}`.as('action') },
})
const at = sql.placeholder
// Records of different kinds can have the same id, such as a user and the user's preferences.
const ofRecord = sql`${auditLog.record_id} = ${at('record_id')} and ${auditLog.record_type} = ${at('record_type')} and ${inArray(auditLog.action, actions)}`
const ofMembers = sql`${ofRecord} and exists (select from jsonb_array_elements(${auditLog.changes}) c where c ->> 'field' = any(${at('members')}::text[]))`

/** The record whose history is listed. */
interface RecordOfHistory {
  /** Its kind in the audit log. */
  readonly kind: RecordKind
  readonly id: string
  readonly references: Readonly<Record<string, Referable>>
  /** If given, only the entries in which one of these members changed. */
  readonly members?: readonly string[]
}

/** The history of a record that the caller can read; ids of records that the caller cannot see are null. */
export async function listHistoryOf<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: ReadContext,
  { store, id }: { readonly store: Store<T, D>; readonly id: string },
  collection: Collection,
  query: ListQuery,
): Promise<HistoryEntry[]> {
  const [entries] = await Promise.all([
    listHistory(
      context,
      collection,
      { kind: store.spec.record, id, references: store.spec.references ?? {} },
      query,
    ),
    store.get(context.reader, id),
  ])
  return entries
}

/** The history of a record, from the audit log; ids of records that the caller cannot see are null. */
export async function listHistory(
  context: ReadContext,
  collection: Collection,
  record: RecordOfHistory,
  query: ListQuery,
): Promise<HistoryEntry[]> {
  const { action } = query
  const filter = Array.isArray(action) ? { action: auditActionsOf(action) } : {}
  const rows = await listRecords(auditStore, context, collection, { ...query, ...filter }, scopeOf(record))
  const kindOf = ({ field }: HistoryEntry['changes'][number]) =>
    Object.hasOwn(record.references, field) ? field : undefined
  const isVisible = await visibleAmong(
    context.reader,
    record.references,
    rows.flatMap(({ changes }) => changes.flatMap((change) => namedBy(change, kindOf(change)))),
  )
  return rows.map((row) => ({
    ...row,
    changes: row.changes.map((change) => withoutHidden(change, kindOf(change), isVisible)),
  }))
}

function scopeOf({ kind, id, members }: RecordOfHistory): Scope {
  const bound = { record_id: id, record_type: kind }
  return members
    ? { name: 'of members', condition: ofMembers, values: { ...bound, members }, bound }
    : { name: 'of record', condition: ofRecord, values: bound }
}

/** Limits entries to what a reader of the record may see: only changes of `members`, without the values of `redacted` ones. */
export const entriesAsRead = (
  entries: readonly HistoryEntry[],
  members: ReadonlySet<string>,
  redacted: readonly string[] = [],
): HistoryEntry[] =>
  entries.map((entry) => ({
    ...entry,
    changes: entry.changes
      .filter(({ field }) => members.has(field))
      .map((change) => (redacted.includes(change.field) ? { ...change, from: null, to: null } : change)),
  }))
