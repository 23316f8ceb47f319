import { getTableName } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

/** A column that names records of these tables where no foreign key can say so; it stands beside its own table. */
export interface UnkeyedReference {
  readonly column: PgColumn
  readonly tables: readonly PgTable[]
}

const referring = new Map<PgTable, PgColumn[]>()

/**
 * Reads which columns refer to the records of each table: once, from all tables of the service. Foreign keys that take
 * their rows along, or forget the record, keep nothing from being deleted.
 */
export function registerReferences(tables: readonly PgTable[], unkeyed: readonly UnkeyedReference[]): void {
  for (const table of tables) referring.set(table, [])
  for (const table of tables)
    for (const key of getTableConfig(table).foreignKeys) {
      if (key.onDelete !== 'restrict') continue
      const { columns, foreignColumns, foreignTable } = key.reference()
      // Keys to other members than the id are held against the rules of their own resources.
      const column = columns[foreignColumns.findIndex(({ name }) => name === 'id')]
      if (column && column.name !== 'tenant_id') columnsReferringTo(foreignTable).push(column)
    }
  for (const { column, tables: named } of unkeyed)
    for (const table of named) columnsReferringTo(table).push(column)
  for (const columns of referring.values()) columns.sort(byTableName)
}

/** What a refusal counts is listed by name. */
const byTableName = (a: PgColumn, b: PgColumn) => {
  const [first, second] = [getTableName(a.table), getTableName(b.table)]
  return first === second ? 0 : first < second ? -1 : 1
}

/** The columns that keep a record of the table from being deleted. */
export function columnsReferringTo(table: PgTable): PgColumn[] {
  const columns = referring.get(table)
  if (!columns) throw new Error(`${getTableName(table)} is not registered in the index.ts of its area`)
  return columns
}
