import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Columns } from '../../store/list.ts'
import { Store } from '../../store/store.ts'
import { issueStore } from './issues.store.ts'

/** A store of issues joined with other rows, by whose columns lists can be sorted. */
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

  /** A count does not depend on the order, so it needs no join. */
  override get counting(): typeof issueStore {
    return issueStore
  }

  /** SQL with table names. Drizzle would omit the names, because it does not see the join. */
  override selection() {
    const { columns, spec } = this
    const plain = Object.entries(columns).map(([name, column]) => [
      name,
      sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`.as(name),
    ])
    return { ...Object.fromEntries(plain), ...spec.computed } as ReturnType<typeof issueStore.selection>
  }

  /**
   * The joined rows. The issues among them have the table name `issues`. Drizzle accepts SQL in place of a table, but the type
   * of the store does not.
   */
  override from(): PgTable {
    return this.#rows as unknown as PgTable
  }
}
