import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ReadContext } from '../../store/context.ts'
import type { ContinuablePage } from '../../store/listing.ts'
import { respondWithPage } from '../../store/paging.ts'
import { Store, type StoreSpec } from '../../store/store.ts'
import { LONGEST } from '../fields/issue-history-cut.rules.ts'
import { activityData, activityStore } from './issue-conversation.store.ts'
import { issueHistoryStore } from './issue-history.store.ts'

/** Maximum size of the entries of a page in bytes, as JSON. A page has at least one entry, whatever its size. */
const MOST_BYTES = 262_144

const longest = sql.raw(String(LONGEST))

/** A store whose lists truncate a member. */
class CutStore<T extends PgTable, D extends Record<string, SQL.Aliased>> extends Store<T, D> {
  readonly #cut: Readonly<Record<string, SQL.Aliased>>

  constructor(spec: StoreSpec<T, D>, cut: Readonly<Record<string, SQL.Aliased>>) {
    super(spec)
    this.#cut = cut
  }

  override selection() {
    // The truncated values have the types of the members that they replace.
    return { ...super.selection(), ...this.#cut } as ReturnType<Store<T, D>['selection']>
  }
}

/** The history of issues as lists read it: long values are truncated. */
export const historyRows = new CutStore(issueHistoryStore.spec, {
  changes: sql`commonhold_cut_changes(audit_log.changes, ${longest})`.as('changes'),
})

/** The activity of issues as lists read it: long values, which earlier releases stored, are truncated. */
export const activityRows = new CutStore(activityStore.spec, {
  data: sql`(select case when jsonb_exists(d.data, 'field')
                         then commonhold_cut_changes(jsonb_build_array(d.data), ${longest}) -> 0 else d.data end
               from (select ${activityData} as data) d)`.as('data'),
})

/** Responds with a page of entries. A page of large entries ends early, and its cursor continues after the last entry. */
export function respondWithFittingPage<Row, Entry>(
  context: Pick<ReadContext, 'url' | 'header'>,
  { rows, nextCursor, total, cursorAfter }: ContinuablePage<Row>,
  entries: readonly Entry[],
): Entry[] {
  const end = Math.max(1, fitting(entries))
  const last = end < rows.length ? rows[end - 1] : undefined
  return respondWithPage(context, {
    rows: entries.slice(0, end),
    nextCursor: last ? cursorAfter(last) : nextCursor,
    total,
  })
}

/** The number of leading entries that fit on a page. */
function fitting(entries: readonly unknown[]): number {
  let bytes = 0
  const end = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry))
    return bytes > MOST_BYTES
  })
  return end === -1 ? entries.length : end
}
