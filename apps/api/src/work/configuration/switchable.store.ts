import { getTableColumns, getTableName, type SQL, Subquery, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Store } from '../../store/store.ts'
import { common } from '../../store/store-spec.ts'
import { inUse, settingOf } from '../projects/visibility.repository.ts'

/** Types, workflows and screens with the tenant's settings: a tenant may switch shared ones off for itself. */
export class SwitchableStore<
  T extends PgTable,
  D extends Record<string, SQL.Aliased> = Record<never, never>,
> extends Store<T, D> {
  /**
   * The rows with the tenant's settings applied. Drizzle accepts a subquery in place of a table; the store's type does not
   * say so.
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

  /** The version of a row does not count the tenant's settings, as that of the locked row does. */
  override recordAudit(
    ...[context, action, before, after, said]: Parameters<Store<T, D>['recordAudit']>
  ): void {
    const version = common(before).version + 1
    super.recordAudit(context, action, before, { ...after, version }, said)
  }
}
