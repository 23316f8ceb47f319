import postgres from 'postgres'
import type { TransactionConnection } from './database.ts'
import { errorOfStatement } from './database-errors.ts'
import { toObjects, type ValueRows } from './rows.ts'
import { enterTenant, leaveTenant } from './select-tenant.ts'
import { fill, ignoreUnhandled, type Reader, type Statement } from './statement.ts'
import { NO_TENANT } from './tenant.ts'

/** The connection was lost during a transaction; none of its changes took effect. */
export class TransactionLost extends Error {
  readonly code = 'CONNECTION_LOST'
}

/** The commands that end a transaction; `committed` is the command tag with which PostgreSQL answers a successful commit. */
export interface Ending {
  readonly commit: string
  readonly rollback: string
  readonly committed: string
}

const WHOLE: Ending = { commit: 'commit', rollback: 'rollback', committed: 'COMMIT' }

/** The name of the savepoint of a nested transaction. */
const SAVEPOINT = 'nested'

/** The first message of a nested transaction. */
export const NESTED_HEAD = `savepoint ${SAVEPOINT}`

/** The commands that end a nested transaction. A rollback keeps what was done before it. */
export const NESTED: Ending = {
  commit: `release savepoint ${SAVEPOINT}`,
  rollback: `rollback to savepoint ${SAVEPOINT}; release savepoint ${SAVEPOINT}`,
  committed: 'RELEASE',
}

/**
 * One transaction on one connection. Each call sends its statement immediately and returns a promise of the rows, so independent
 * queries are sent in one write. After the first failure all later queries fail.
 */
export class Transaction implements Reader {
  readonly #connection: TransactionConnection
  readonly #ending: Ending | null
  #tenantId: string
  #ended: Promise<unknown> | undefined
  /** The first error; later ones only say that the transaction has failed. */
  #failure: { readonly error: unknown } | undefined

  /** `head` and `ending` are null for a part of another transaction, which is committed or rolled back with that one. */
  constructor(
    connection: TransactionConnection,
    head: string | null,
    ending: Ending | null = WHOLE,
    tenantId = NO_TENANT,
  ) {
    this.#connection = connection
    this.#ending = ending
    this.#tenantId = tenantId
    if (head === null) return
    this.#send(head).catch((error: unknown) => {
      this.#failure ??= { error }
    })
  }

  /** The ids that the request body contains, too. No body is known here, so it returns all ids, and each is checked. */
  namedAmong(ids: readonly string[]): string[] {
    return [...ids]
  }

  run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    // The rows match the statement's builder; the connection's types parse them.
    return ignoreUnhandled(this.found(statement, values).then((found) => toObjects(found) as Row[]))
  }

  /** Sends a statement and returns its rows as the connection delivers them. */
  protected found(statement: Statement<unknown>, values: Record<string, unknown>): Promise<ValueRows> {
    if (this.#connection.isLost) return Promise.reject(new TransactionLost('the connection was lost'))
    // A statement sent late would run outside of this transaction.
    if (this.#ended) return ignoreUnhandled(Promise.reject(new TransactionLost('the transaction has ended')))
    const parameters = fill(statement.parameters, values, this.#tenantId)
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

  /** The tenant that is filled into statements. */
  protected get tenantId(): string {
    return this.#tenantId
  }

  /**
   * Selects a tenant for the following statements and for row level security; null for none. It is sent together with the next
   * statement, which fails if it fails.
   */
  selectTenant(tenantId: string | null): void {
    this.#tenantId = tenantId ?? NO_TENANT
    void (tenantId === null ? this.run(leaveTenant) : this.run(enterTenant, { tenant_id: tenantId }))
  }

  /** Sends COMMIT after everything sent so far. */
  commit(): Promise<unknown> {
    this.#ended ??= this.#ending ? ignoreUnhandled(this.#end(this.#ending)) : Promise.resolve()
    return this.#ended
  }

  rollback(): Promise<unknown> {
    this.#ended ??= this.#ending ? this.#send(this.#ending.rollback) : Promise.resolve()
    return this.#ended
  }

  async #end({ commit, committed }: Ending): Promise<void> {
    // PostgreSQL rejects the release of a savepoint after a failure; the first error says why.
    const result = await this.#send(commit).catch((error: unknown) => {
      throw this.#failure?.error ?? error
    })
    // It answers COMMIT of a failed transaction with ROLLBACK, without an error.
    if (result.command !== committed)
      throw this.#failure?.error ?? new Error('the transaction could not be committed')
  }

  #send(command: string): Promise<{ readonly command: string }> {
    if (this.#connection.isLost)
      return ignoreUnhandled(Promise.reject(new TransactionLost('the connection was lost')))
    return ignoreUnhandled(
      this.#connection.sql.unsafe(command).execute() as Promise<{ readonly command: string }>,
    )
  }

  /** The connection. Nested transactions and parts of this transaction send their statements on it, too. */
  get connection(): TransactionConnection {
    return this.#connection
  }

  /** True after an error of the driver: the connection must not be used any more. */
  get isBroken(): boolean {
    return this.#failure !== undefined && !(this.#failure.error instanceof postgres.PostgresError)
  }

  #fail(error: unknown): never {
    this.#failure ??= { error: errorOfStatement(error) }
    throw this.#failure.error
  }
}
