import { type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgText } from 'drizzle-orm/pg-core'

/** The Unicode collation in which names are sorted; a migration makes it. It is deterministic: only equal texts are equal. */
export const NAME_COLLATION = 'commonhold_names'

/** A name in the order in which people expect it: alpha, Ärger, zeta. For lists and for the indexes that they read. */
export const inNameOrder = (name: PgColumn | SQL): SQL => sql`${name} collate ${sql.raw(NAME_COLLATION)}`

/** Free text is sorted as names are; keys, ids and texts from a closed list by their bytes. */
const holdsNames = (column: PgColumn): boolean =>
  column instanceof PgText && (column.enumValues ?? []).length === 0

/** A column as lists sort it and compare it with a cursor. */
export const sortable = (column: PgColumn): SQL => (holdsNames(column) ? inNameOrder(column) : sql`${column}`)

/** The same for the name that a column has in the rows of a subquery. */
export const sortableByName = (column: PgColumn): SQL => {
  const name = sql`${sql.identifier(column.name)}`
  return holdsNames(column) ? inNameOrder(name) : name
}
