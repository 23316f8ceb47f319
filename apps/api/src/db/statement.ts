import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { makePgArray, PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import { tenantId, tenantParameter, tenantValue } from './tenant.ts'

/** Builds queries; never runs them. */
export const build = drizzle.mock()

interface Builder<T> {
  getSQL(): SQL
  readonly _: { readonly result: T }
}

/** The pool that a read uses: `lookup` reads one record by its key, `search` may take long. */
export type ReadPoolName = 'lookup' | 'read' | 'search'

/** A query as text, with its parameters or their placeholders in order. */
export interface Statement<Row> {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** True if connections prepare it; only for texts that recur. */
  readonly prepare: boolean
  /** The pool; default `read`. A read waits only for other reads of its pool. */
  readonly pool?: ReadPoolName
  /** The type of its rows; never set. */
  readonly row?: Row
}

/**
 * A statement that recurs: built once, prepared by each connection. Use `sql.placeholder(name)` for values that vary. Rows
 * are returned as objects keyed by column name, with the values of the contract.
 */
export function statement<Row>(builder: Builder<Row[]>): Statement<Row> {
  return sqlStatement(builder.getSQL())
}

/** Numbers parameters from `$2` on: `$1` is the tenant. */
class BehindTenant extends PgDialect {
  override escapeParam(index: number): string {
    return super.escapeParam(index + 1)
  }
}

const plain = new PgDialect()
const behindTenant = new BehindTenant()
const tenantText = plain.sqlToQuery(tenantId).sql

/** A statement written as SQL. */
export function sqlStatement<Row>(query: SQL, prepare = true): Statement<Row> {
  const { sql, params } = behindTenant.sqlToQuery(query)
  if (sql.includes(tenantText)) return { text: sql.trim(), parameters: [tenantParameter, ...params], prepare }
  return { text: plain.sqlToQuery(query).sql.trim(), parameters: params, prepare }
}

/** True for a statement that contains `tenantId`. */
export const namesTenant = ({ parameters }: Statement<unknown>): boolean => parameters[0] === tenantParameter

/**
 * The parameters of a statement as text, with placeholders and the tenant filled in. Throws for a value that the driver cannot
 * write: an exception in the driver would shift the results of its connection by one.
 */
export function fill(
  parameters: readonly unknown[],
  values: Record<string, unknown>,
  tenant: string,
): (string | null)[] {
  return fillPlaceholders([...parameters], { ...values, ...tenantValue(tenant) }).map((value) =>
    Array.isArray(value) ? makePgArray(value.map(textOf)) : value === null ? null : textOf(value),
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

/** Several queries can fail for one cause: the caller that awaits one gets the error, and the others need not be awaited. */
export function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/**
 * Awaits statements that were sent together, in their order. Rejects with the error of the first that failed, because it is the
 * cause: later ones fail as a consequence, and may reject earlier.
 */
export async function inOrder<const P extends readonly unknown[]>(
  sent: P,
): Promise<{ -readonly [At in keyof P]: Awaited<P[At]> }> {
  void ignoreUnhandled(Promise.all(sent))
  const results: unknown[] = []
  for (const one of sent) results.push(await one)
  return results as { -readonly [At in keyof P]: Awaited<P[At]> }
}
