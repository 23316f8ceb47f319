import type { Collection } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ReadContext } from '../kernel/context.ts'
import type { ListQuery } from '../kernel/list.ts'
import { readPage, type Scope } from '../kernel/listing.ts'
import { DEFAULT_LIMIT, tellPage } from '../kernel/paging.ts'
import { type RowOf, Store, type StoreSpec } from '../kernel/store.ts'
import { activityStore } from './issue-conversation.store.ts'
import { issueHistoryStore } from './issue-history.store.ts'

/** Bytes of what the entries of a page tell, as stored, at most; a page has one entry at least. */
const MOST_BYTES = 262_144

/** The sizes of the entries of a store, and what a page of them goes on from. */
class Sizes<T extends PgTable> extends Store<T, { size: SQL.Aliased<number> }> {
  readonly #size: SQL.Aliased<number>

  constructor(spec: StoreSpec<T, Record<never, never>>, told: SQL) {
    const size = sql<number>`octet_length(${told}::text)`.as('size')
    super({ ...spec, derived: { size } })
    this.#size = size
  }

  /** What is told stays where it is: this is to find out whether it is too much to read. */
  override selection() {
    const { id, created_at } = this.columns
    // What the rows are asked for, of all that their type has.
    return { id, created_at, size: this.#size } as unknown as ReturnType<
      Store<T, { size: SQL.Aliased<number> }>['selection']
    >
  }
}

/** Lists a store whose entries may be large: a page ends early where they are. `told`: what makes them large. */
function pagesOf<T extends PgTable, D extends Record<string, SQL.Aliased>>(store: Store<T, D>, told: SQL) {
  const sizes = new Sizes({ table: store.spec.table, record: store.spec.record, kind: 'owned' }, told)
  return async (
    context: ReadContext,
    collection: Collection,
    query: ListQuery,
    scope: Scope,
  ): Promise<RowOf<T, D>[]> => {
    const { count: _, ...plain } = query
    const { rows } = await readPage(sizes, context, collection, plain, scope)
    const limit = Math.max(1, Math.min(fitting(rows), query.limit ?? DEFAULT_LIMIT))
    return tellPage(context, await readPage(store, context, collection, { ...query, limit }, scope))
  }
}

/** How many of the first entries fit on a page. */
function fitting(rows: readonly { readonly size: number }[]): number {
  let bytes = 0
  const end = rows.findIndex(({ size }) => {
    bytes += size
    return bytes > MOST_BYTES
  })
  return end === -1 ? rows.length : end
}

/** Pages of the history of issues. */
export const historyPages = pagesOf(issueHistoryStore, sql`audit_log.changes`)

/** Pages of the activity around issues; earlier releases stored long values in it. */
export const activityPages = pagesOf(activityStore, sql`issue_activities.data`)
