import { fillPlaceholders, type Query, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'

/** Builds queries; never runs them. */
export const build = drizzle.mock()

interface Builder<T> {
  toSQL(): Query
  readonly _: { readonly result: T }
}

/** Which connections a read takes: a lookup is of one stored record by its key, and a search may take long. */
export type ReadPoolName = 'lookup' | 'read' | 'search'

/** A query as text, with its parameters or their placeholders in order. */
export interface Statement<Row> {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** Named and kept by the connection; only for texts that recur. */
  readonly prepare: boolean
  /** Where a request reads it, `read` unless told: reads wait for those of their pool alone. */
  readonly pool?: ReadPoolName
  /** Type of its rows; never set. */
  readonly row?: Row
}

/**
 * A statement that recurs: built once, prepared by each connection. Give `sql.placeholder(name)` where a value
 * varies. Rows come back as objects keyed by column name, with the values of the contract.
 */
export function statement<Row>(builder: Builder<Row[]>): Statement<Row> {
  const { sql, params } = builder.toSQL()
  return { text: sql, parameters: params, prepare: true }
}

const dialect = new PgDialect()

/** A statement written as SQL. */
export function sqlStatement<Row>(query: SQL, prepare = true): Statement<Row> {
  const { sql, params } = dialect.sqlToQuery(query)
  return { text: sql.trim(), parameters: params, prepare }
}

/**
 * Parameters of a statement with its placeholders filled, as text. The driver must never meet a value that it cannot
 * write: an exception while it does would leave its connection one answer behind.
 */
export function fill(
  parameters: readonly unknown[],
  values: Record<string, unknown>,
): (string | null | string[])[] {
  return fillPlaceholders([...parameters], values).map((value) =>
    Array.isArray(value) ? value.map(textOf) : value === null ? null : textOf(value),
  )
}

/** PostgreSQL's text of a value; objects were turned into text by their columns. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`a parameter of type ${typeof value} cannot be sent`)
}

/** Whatever runs statements: a transaction, or a request's reads. */
export interface Reader {
  run<Row>(statement: Statement<Row>, values?: Record<string, unknown>): Promise<Row[]>
  /** Runs a statement and takes its first row. */
  first<Row>(statement: Statement<Row>, values?: Record<string, unknown>): Promise<Row | undefined>
}

/** Several queries can fail for one cause; whoever awaits sees it, and nobody has to await all of them. */
export function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
