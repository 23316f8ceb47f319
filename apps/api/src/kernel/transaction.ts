import type postgres from 'postgres'
import type { Slot } from './database.ts'
import { fill, type Statement } from './statement.ts'

/**
 * One transaction on one connection. Every call sends at once and returns the promise of its rows, so queries
 * that do not depend on each other travel in one write. The first failure dooms what follows.
 */
export class Transaction {
  readonly #sql: postgres.Sql
  #ended: Promise<unknown> | undefined

  constructor(slot: Slot, head: string) {
    this.#sql = slot.sql
    quiet(this.#sql.unsafe(head).execute())
  }

  /** Sends a statement. */
  run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    const parameters = fill(statement.parameters, values)
    // postgres.js types parameters by what it can infer; ours come from Drizzle's encoders.
    const query = this.#sql.unsafe(statement.text, parameters as postgres.ParameterOrJSON<never>[], {
      prepare: statement.prepare,
      simple: false,
    } as postgres.UnsafeQueryOptions)
    // The rows are what the statement's builder says, parsed by the connection's types.
    return quiet(query.execute() as unknown as Promise<Row[]>)
  }

  /** Sends a statement and takes its first row. */
  async first<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row | undefined> {
    return (await this.run(statement, values))[0]
  }

  /** Sends COMMIT behind what was sent so far. Reads may call it at once; writes only when the reply is checked. */
  commit(): Promise<unknown> {
    this.#ended ??= quiet(this.#sql.unsafe('commit').execute())
    return this.#ended
  }

  rollback(): Promise<unknown> {
    this.#ended ??= quiet(this.#sql.unsafe('rollback').execute())
    return this.#ended
  }
}

/** Several queries can fail for one cause; whoever awaits sees it, and nobody has to await all of them. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
