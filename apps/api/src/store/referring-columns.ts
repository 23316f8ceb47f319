import { getTableName } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

/** A column that refers to records of these tables without a foreign key; declared next to its own table. */
export interface UnkeyedReference {
  readonly column: PgColumn
  readonly tables: readonly PgTable[]
}

const referring = new Map<PgTable, PgColumn[]>()

/**
 * Reads once, from all tables of the service, which columns refer to each table. Foreign keys that cascade or set null do not
 * prevent a deletion.
 */
export function registerReferences(tables: readonly PgTable[], unkeyed: readonly UnkeyedReference[]): void {
  for (const table of tables) referring.set(table, [])
  for (const table of tables)
    for (const key of getTableConfig(table).foreignKeys) {
      if (key.onDelete !== 'restrict') continue
      const { columns, foreignColumns, foreignTable } = key.reference()
      // Keys that refer to other columns than the id are checked by the rules of their own resources.
      const column = columns[foreignColumns.findIndex(({ name }) => name === 'id')]
      if (column && column.name !== 'tenant_id') columnsReferringTo(foreignTable).push(column)
    }
  for (const { column, tables: named } of unkeyed)
    for (const table of named) columnsReferringTo(table).push(column)
  for (const columns of referring.values()) columns.sort(byTableName)
}

/** Sorted by table name, so that an error lists the uses in a fixed order. */
const byTableName = (a: PgColumn, b: PgColumn) => {
  const [first, second] = [getTableName(a.table), getTableName(b.table)]
  return first === second ? 0 : first < second ? -1 : 1
}

/** The columns that prevent the deletion of a record of the table. */
export function columnsReferringTo(table: PgTable): PgColumn[] {
  const columns = referring.get(table)
  if (!columns) throw new Error(`${getTableName(table)} is not registered in the index.ts of its area`)
  return columns
}
