import { getTableColumns, getTableName, type SQL, Subquery, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Store } from '../../store/store.ts'
import { common } from '../../store/store-spec.ts'
import { inUse, settingOf } from '../projects/visibility.repository.ts'

/** A store of records with the tenant's settings applied. A tenant may deactivate a shared record for itself alone. */
export class SwitchableStore<
  T extends PgTable,
  D extends Record<string, SQL.Aliased> = Record<never, never>,
> extends Store<T, D> {
  /**
   * The rows with the tenant's settings applied. Drizzle accepts a subquery in place of a table, but the type of the store
   * does not.
   */
  override from(): PgTable {
    const name = getTableName(this.spec.table)
    const settled: Readonly<Record<string, SQL>> = {
      is_active: inUse('r'),
      version: sql`r.version + coalesce(${settingOf('r', 'version')}, 0)`,
      updated_at: sql`greatest(r.updated_at, ${settingOf('r', 'updated_at')})`,
    }
    const columns = Object.values(getTableColumns(this.spec.table)).map(
      (column) =>
        sql`${settled[column.name] ?? sql.raw(`r.${column.name}`)} as ${sql.identifier(column.name)}`,
    )
    const rows = sql`select ${sql.join(columns, sql`, `)} from ${sql.identifier(name)} r`
    return new Subquery(rows, {}, name) as unknown as PgTable
  }

  /** Corrects the version: that of the written row `after` does not include the tenant's settings, that of `before` does. */
  override recordAudit(
    ...[context, action, before, after, remarks]: Parameters<Store<T, D>['recordAudit']>
  ): void {
    const version = common(before).version + 1
    super.recordAudit(context, action, before, { ...after, version }, remarks)
  }
}
