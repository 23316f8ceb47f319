import postgres from 'postgres'
import type { TransactionConnection } from './database.ts'
import { errorOfStatement } from './database-errors.ts'
import { takeRows, type ValueRows } from './rows.ts'
import { fill, ignoreUnhandled, type Reader, type Statement } from './statement.ts'

/** The connection was lost during a transaction; none of its changes took effect. */
export class TransactionLost extends Error {
  readonly code = 'CONNECTION_LOST'
}

/**
 * One transaction on one connection. Every call sends at once and returns the promise of its rows, so independent queries
 * travel in one write. After the first failure all later queries fail.
 */
export class Transaction implements Reader {
  readonly #connection: TransactionConnection
  #ended: Promise<unknown> | undefined
  /** The first error; later ones only say that the transaction has failed. */
  #failure: { readonly error: unknown } | undefined

  constructor(connection: TransactionConnection, head: string) {
    this.#connection = connection
    this.#send(head).catch((error: unknown) => {
      this.#failure ??= { error }
    })
  }

  /** The ids among these that the request body contains; all of them when no body is known, so that each is checked. */
  namedAmong(ids: readonly string[]): string[] {
    return [...ids]
  }

  /** Sends a statement. */
  run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    // The rows match the statement's builder; the connection's types parse them.
    return ignoreUnhandled(this.found(statement, values).then((found) => takeRows(found) as Row[]))
  }

  /** Sends a statement and returns its rows as the connection delivers them. */
  protected found(statement: Statement<unknown>, values: Record<string, unknown>): Promise<ValueRows> {
    if (this.#connection.isLost) return Promise.reject(new TransactionLost('the connection was lost'))
    const parameters = fill(statement.parameters, values)
    const found: Promise<ValueRows> = this.#connection.sql
      .unsafe(statement.text, parameters, { prepare: statement.prepare })
      .values()
      .execute()
    return ignoreUnhandled(found.catch((error: unknown) => this.#fail(error)))
  }

  /** Sends a statement and returns its first row. */
  first<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row | undefined> {
    return ignoreUnhandled(this.run(statement, values).then((rows) => rows[0]))
  }

  /** Sends COMMIT after everything sent so far. */
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

  /** True after an error of the driver: the connection must not be used any more. */
  get isBroken(): boolean {
    return this.#failure !== undefined && !(this.#failure.error instanceof postgres.PostgresError)
  }

  #fail(error: unknown): never {
    this.#failure ??= { error: errorOfStatement(error) }
    throw this.#failure.error
  }

  /** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error. */
  #assertCommitted(result: { readonly command: string }): void {
    if (result.command === 'COMMIT') return
    throw this.#failure?.error ?? new Error('the transaction could not be committed')
  }
}
