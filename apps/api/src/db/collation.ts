import { type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgText } from 'drizzle-orm/pg-core'

/** The Unicode collation that sorts names; a migration creates it. It is deterministic: only identical texts are equal. */
export const NAME_COLLATION = 'commonhold_names'

/** A name sorted in the order that people expect: alpha, Ärger, zeta. For lists and their indexes. */
export const inNameOrder = (name: PgColumn | SQL): SQL => sql`${name} collate ${sql.raw(NAME_COLLATION)}`

/**
 * The id that breaks ties between equal names, in the order of a list and as the last column of its index. It is an
 * expression, because PostgreSQL 15 would also use an index that contained the bare id to look names up by their ids.
 */
export const idAfterName = (id: PgColumn): SQL => sql`(${id} || '')`

/** Free text uses the collation of names; keys, ids and texts from a closed list are sorted by bytes. */
export const containsNames = (column: PgColumn): boolean =>
  column instanceof PgText && (column.enumValues ?? []).length === 0

/** A column as lists sort it and compare it with a cursor. */
export const sortable = (column: PgColumn): SQL =>
  containsNames(column) ? inNameOrder(column) : sql`${column}`

/** Like `sortable`, for a column of a subquery. */
export const sortableByName = (column: PgColumn): SQL => {
  const name = sql`${sql.identifier(column.name)}`
  return containsNames(column) ? inNameOrder(name) : name
}
