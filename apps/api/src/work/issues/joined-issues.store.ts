import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Columns } from '../../store/list.ts'
import { Store } from '../../store/store.ts'
import { issueStore } from './issues.store.ts'

/** Issues beside rows of something else, by whose columns lists can be sorted. */
export class JoinedIssues extends Store<
  typeof issueStore.spec.table,
  NonNullable<typeof issueStore.spec.computed>
> {
  override readonly columns: Columns
  readonly #rows: SQL

  constructor(columns: Columns, rows: SQL) {
    super(issueStore.spec)
    this.columns = { ...issueStore.columns, ...columns }
    this.#rows = rows
  }

  /** A count needs no order, and so no join. */
  override get counting(): typeof issueStore {
    return issueStore
  }

  /** As SQL with the names of tables: Drizzle sees no join, and would leave them out. */
  override selection() {
    const { columns, spec } = this
    const plain = Object.entries(columns).map(([name, column]) => [
      name,
      sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`.as(name),
    ])
    return { ...Object.fromEntries(plain), ...spec.computed } as ReturnType<typeof issueStore.selection>
  }

  /** The rows, with `issues` as the name of the issues among them. Drizzle takes SQL in the place of a table; the store's type does not say so. */
  override from(): PgTable {
    return this.#rows as unknown as PgTable
  }
}
