import { type Statement, statement } from './statement.ts'

/** A query that can be built. */
export interface Buildable {
  toSQL(): { sql: string; params: unknown[] }
}

/** Most shapes that are kept. */
const MOST = 200

/** Statements by their key; a key always names statements with rows of one type. */
export class StatementCache<Row> {
  readonly #fixed = new Map<string, Statement<Row>>()
  readonly #shaped = new Map<string, Statement<Row>>()

  /** A statement that there is in any case, built once. */
  fixed(key: string, make: () => Buildable | Statement<Row>): Statement<Row> {
    const made = this.#fixed.get(key) ?? statementOf(make())
    this.#fixed.set(key, made)
    return made
  }

  /**
   * A statement whose shape a caller chooses. Their number is bounded: beyond it a statement is built for one use and
   * not prepared.
   */
  shaped(key: string, make: () => Buildable | Statement<Row>): Statement<Row> {
    const known = this.#shaped.get(key)
    if (known) return known
    const made = statementOf(make())
    if (this.#shaped.size >= MOST) return { ...made, prepare: false }
    this.#shaped.set(key, made)
    return made
  }
}

/** Drizzle types a selection by its columns; a store's are assembled by name. */
export const statementOf = <Row>(query: Buildable | Statement<Row>): Statement<Row> =>
  'text' in query ? query : statement(query as unknown as Parameters<typeof statement<Row>>[0])
