import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { tenantId } from '../db/tenant.ts'
import { Store, type StoreSpec } from '../store/store.ts'

/** The project of the asset that a row belongs to, for permissions that are limited to projects. */
export const projectOfAsset = (table: string) => ({
  asset_project_id: sql<
    string | null
  >`(select a.project_id from assets a where a.tenant_id = ${tenantId} and a.id = ${sql.raw(table)}.asset_id)`.as(
    'asset_project_id',
  ),
})

/** A store of records that belong to an asset. Callers may see them if they may see the asset, which depends on its project. */
export class AssetPartStore<T extends PgTable, D extends Record<string, SQL.Aliased>> extends Store<T, D> {
  constructor(spec: StoreSpec<T, D>) {
    super({ ...spec, project: 'asset_project_id' })
  }

  protected override projectOfRow(): SQL {
    const table = sql.raw(getTableName(this.spec.table))
    return sql`(select a.project_id from assets a where a.tenant_id = ${table}.tenant_id and a.id = ${table}.asset_id)`
  }
}
