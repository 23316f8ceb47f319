import type { SQLWrapper } from 'drizzle-orm'
import { type Statement, sqlStatement } from './statement.ts'

/** A query of Drizzle's builder, or SQL. */
export type Buildable = SQLWrapper

/** The maximum number of cached statements. */
const MOST = 200

/** Caches statements by key. All statements with a key return rows of the same type. */
export class StatementCache<Row> {
  readonly #fixed = new Map<string, Statement<Row>>()
  readonly #shaped = new Map<string, Statement<Row>>()

  /** A statement whose text does not depend on the request; built once. */
  fixed(key: string, make: () => Buildable | Statement<Row>): Statement<Row> {
    const statement = this.#fixed.get(key) ?? statementOf(make())
    this.#fixed.set(key, statement)
    return statement
  }

  /**
   * A statement whose shape depends on the request. The number of cached shapes is limited; above it a statement is built
   * for one use and not prepared.
   */
  shaped(key: string, make: () => Buildable | Statement<Row>): Statement<Row> {
    const known = this.#shaped.get(key)
    if (known) return known
    const statement = statementOf(make())
    if (this.#shaped.size >= MOST) return { ...statement, prepare: false }
    this.#shaped.set(key, statement)
    return statement
  }
}

/** Makes a query a statement. The caller states the type of its rows: Drizzle cannot infer it for columns assembled by name. */
export const statementOf = <Row>(query: Buildable | Statement<Row>): Statement<Row> =>
  'text' in query ? query : sqlStatement<Row>(query.getSQL())
