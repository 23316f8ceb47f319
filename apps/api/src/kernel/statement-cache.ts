import type { Statement } from './statement.ts'

const MOST = 200

/**
 * Statements by the shape of what they do. Callers choose the shapes, so their number is bounded: beyond it a
 * statement is built for one use and not prepared.
 */
export class StatementCache {
  readonly #statements = new Map<string, Statement<never>>()

  get<Row>(key: string, make: () => Statement<Row>): Statement<Row> {
    const known = this.#statements.get(key)
    // A key always names a statement of one row type: it is built from the table and operation.
    if (known) return known as Statement<Row>
    const made = make()
    if (this.#statements.size >= MOST) return { ...made, prepare: false }
    this.#statements.set(key, made as Statement<never>)
    return made
  }
}
