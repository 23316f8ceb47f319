import postgres from 'postgres'
import type { TransactionConnection } from './database.ts'
import { errorOfStatement } from './database-errors.ts'
import { takeRows, type ValueRows } from './rows.ts'
import { fill, ignoreUnhandled, type Reader, type Statement } from './statement.ts'

/** The connection was lost in the middle of a transaction; nothing of it took effect. */
export class TransactionLost extends Error {
  readonly code = 'CONNECTION_LOST'
}

/**
 * One transaction on one connection. Every call sends at once and returns the promise of its rows, so queries
 * that do not depend on each other travel in one write. The first failure dooms what follows.
 */
export class Transaction implements Reader {
  readonly #connection: TransactionConnection
  #ended: Promise<unknown> | undefined
  /** What went wrong first: what follows only says that something did. */
  #failure: { readonly error: unknown } | undefined

  constructor(connection: TransactionConnection, head: string) {
    this.#connection = connection
    this.#send(head).catch((error: unknown) => {
      this.#failure ??= { error }
    })
  }

  /** Those of the ids that the body of the request names; all of them where no body is known, so that each is checked. */
  namedAmong(ids: readonly string[]): string[] {
    return [...ids]
  }

  /** Sends a statement. */
  run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    // The rows are what the statement's builder says, parsed by the connection's types.
    return ignoreUnhandled(this.found(statement, values).then((found) => takeRows(found) as Row[]))
  }

  /** Sends a statement whose rows are wanted as the connection gives them. */
  protected found(statement: Statement<unknown>, values: Record<string, unknown>): Promise<ValueRows> {
    if (this.#connection.isLost) return Promise.reject(new TransactionLost('the connection was lost'))
    const parameters = fill(statement.parameters, values)
    const found: Promise<ValueRows> = this.#connection.sql
      .unsafe(statement.text, parameters, { prepare: statement.prepare })
      .values()
      .execute()
    return ignoreUnhandled(found.catch((error: unknown) => this.#fail(error)))
  }

  /** Sends a statement and takes its first row. */
  first<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row | undefined> {
    return ignoreUnhandled(this.run(statement, values).then((rows) => rows[0]))
  }

  /** Sends COMMIT behind what was sent so far. */
  commit(): Promise<unknown> {
    this.#ended ??= ignoreUnhandled(this.#send('commit').then((result) => this.#assertCommitted(result)))
    return this.#ended
  }

  /** Sends ROLLBACK. */
  rollback(): Promise<unknown> {
    this.#ended ??= this.#send('rollback')
    return this.#ended
  }

  #send(command: string): Promise<{ readonly command: string }> {
    if (this.#connection.isLost)
      return ignoreUnhandled(Promise.reject(new TransactionLost('the connection was lost')))
    return ignoreUnhandled(
      this.#connection.sql.unsafe(command).execute() as Promise<{ readonly command: string }>,
    )
  }

  /** True after an error of the driver: the connection is not to be trusted any more. */
  get isBroken(): boolean {
    return this.#failure !== undefined && !(this.#failure.error instanceof postgres.PostgresError)
  }

  #fail(error: unknown): never {
    this.#failure ??= { error: errorOfStatement(error) }
    throw this.#failure.error
  }

  /** COMMIT of a failed transaction is answered by ROLLBACK, without an error. */
  #assertCommitted(result: { readonly command: string }): void {
    if (result.command === 'COMMIT') return
    throw this.#failure?.error ?? new Error('the transaction could not be committed')
  }
}
