import { fillPlaceholders, type Query, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'

/** Builds queries; never runs them. */
export const build = drizzle.mock()

interface Builder<T> {
  toSQL(): Query
  readonly _: { readonly result: T }
}

/** The pool that a read uses: `lookup` reads one record by its key, `search` may take long. */
export type ReadPoolName = 'lookup' | 'read' | 'search'

/** A query as text, with its parameters or their placeholders in order. */
export interface Statement<Row> {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** The name of the prepared statement; only for texts that recur. */
  readonly prepare: boolean
  /** The pool; `read` by default. Reads wait for those of their own pool only. */
  readonly pool?: ReadPoolName
  /** The type of its rows; never set. */
  readonly row?: Row
}

/**
 * A statement that recurs: built once, prepared by each connection. Use `sql.placeholder(name)` for values that vary. Rows
 * are returned as objects keyed by column name, with the values of the contract.
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
 * The parameters of a statement as text, with placeholders filled. The driver must never get a value that it cannot write:
 * the exception would leave its connection one result behind.
 */
export function fill(
  parameters: readonly unknown[],
  values: Record<string, unknown>,
): (string | null | string[])[] {
  return fillPlaceholders([...parameters], values).map((value) =>
    Array.isArray(value) ? value.map(textOf) : value === null ? null : textOf(value),
  )
}

/** PostgreSQL's text of a value; columns have already converted objects to text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`a parameter of type ${typeof value} cannot be sent`)
}

/** Runs statements: a transaction, or the reads of a request. */
export interface Reader {
  run<Row>(statement: Statement<Row>, values?: Record<string, unknown>): Promise<Row[]>
  /** Runs a statement and returns its first row. */
  first<Row>(statement: Statement<Row>, values?: Record<string, unknown>): Promise<Row | undefined>
}

/** Several queries can fail for one cause. Whoever awaits one sees the error; the others need not be awaited. */
export function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
