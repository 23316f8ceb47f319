import { sql } from 'drizzle-orm'
import { type PgTable, pgTable, real } from 'drizzle-orm/pg-core'
import { Store } from '../kernel/store.ts'
import { issueStore } from './issues.store.ts'

/** What a search answers, as if it were a table. */
const hits = pgTable('hits', { rank: real().notNull() })

const found = sql`commonhold_search_issues(${sql.placeholder('words')})`

/** Issues in the order of a search: their rows, each with its rank, by which lists can be sorted. */
class RankedIssues extends Store<typeof issueStore.spec.table, NonNullable<typeof issueStore.spec.derived>> {
  override readonly columns = { ...issueStore.columns, rank: hits.rank }

  /** As SQL: Drizzle would miss the table of a plain column, which it does not see in the join. */
  override selection() {
    const { columns, spec } = this
    const plain = Object.entries(columns).map(([name, column]) => [name, sql`${column}`.as(name)])
    return { ...Object.fromEntries(plain), ...spec.derived } as ReturnType<typeof issueStore.selection>
  }

  /** Drizzle takes SQL in the place of a table; the store's type does not say so. */
  override from(): PgTable {
    return sql`issues join ${found} hits on hits.issue_id collate "C" = issues.id` as unknown as PgTable
  }
}

export const rankedIssues = new RankedIssues({ ...issueStore.spec })

/** The condition that a search finds the issue. */
export const isFound = sql`issues.id in (select h.issue_id collate "C" from ${found} h)`
