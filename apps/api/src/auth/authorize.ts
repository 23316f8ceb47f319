import { sql } from 'drizzle-orm'
import { Deadline } from '../base/deadline.ts'
import { idsIn } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { LostSynchronization } from '../db/connection.ts'
import type { TransactionConnection } from '../db/database.ts'
import type { ReadPool } from '../db/read-pool.ts'
import type { ValueRows } from '../db/rows.ts'
import {
  fill,
  ignoreUnhandled,
  type Reader,
  type ReadPoolName,
  type Statement,
  sqlStatement,
} from '../db/statement.ts'
import { type Ending, NESTED, NESTED_HEAD, Transaction } from '../db/transaction.ts'
import {
  type Authorization,
  authorizationIn,
  authorizedRead,
  authorizedWrite,
  type Entry,
  rowsIn,
  withMark,
} from './authorized-statement.ts'
import {
  correctExpectedTenant,
  expectedTenant,
  isOtherTenant,
  recordTenant,
  TRIES_OF_TENANT,
} from './expected-tenant.ts'

export type { Authorization, Entry } from './authorized-statement.ts'

const nothing = sqlStatement<unknown>(sql`select 1 as nothing`)

/** The connection pools for reads, by name. */
export type ReadPools = Readonly<Record<ReadPoolName, ReadPool>>

/** The reads of a request, each authorized by its own statement. */
export class AuthorizedReader implements Reader {
  readonly #pools: ReadPools
  readonly #entry: Entry
  readonly #onAuthorized: (authorization: Authorization) => Authorization
  readonly #deadline: Deadline
  #authorization: Promise<Authorization> | undefined

  constructor(
    pools: ReadPools,
    entry: Entry,
    onAuthorized: (authorization: Authorization) => Authorization,
    deadline = new Deadline(),
  ) {
    this.#pools = pools
    this.#entry = entry
    this.#onAuthorized = onAuthorized
    this.#deadline = deadline
  }

  /** The authorization of the first read. Sends a separate statement if nothing was read yet. */
  authorized(): Promise<Authorization> {
    if (!this.#authorization) void this.run(nothing)
    return this.#authorization ?? Promise.reject(new Error('the read was not sent'))
  }

  run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    const first = this.#authorization
    const answer = first ? this.#foundAfter(first, statement, values) : this.#found(statement, values)
    this.#authorization ??= ignoreUnhandled(
      answer.then((found) => {
        const authorization = authorizationIn(found)
        recordTenant(this.#entry, authorization.tenantId)
        return this.#onAuthorized(authorization)
      }),
    )
    return ignoreUnhandled(answer.then((found) => rowsIn<Row>(found)))
  }

  /** Sends a statement, and repeats it while the session works in another tenant than the statement names. */
  async #found(
    statement: Statement<unknown>,
    values: Record<string, unknown>,
    tries = TRIES_OF_TENANT,
  ): Promise<ValueRows> {
    try {
      return await this.#send(this.#entry, statement, values)
    } catch (error) {
      if (!correctExpectedTenant(this.#entry, error) || tries === 1) throw error
      this.#deadline.assertOpen()
      return this.#found(statement, values, tries - 1)
    }
  }

  /** Sends a statement after the first one. It reads in the tenant of the first, whatever the session selects meanwhile. */
  async #foundAfter(
    first: Promise<Authorization>,
    statement: Statement<unknown>,
    values: Record<string, unknown>,
  ): Promise<ValueRows> {
    const found = await this.#send(this.#entry, statement, values).catch(undefinedIfOtherTenant)
    const { tenantId } = await first
    if (found && authorizationIn(found).tenantId === tenantId) return found
    const again = await this.#send({ ...this.#entry, tenantId }, statement, values).catch(
      undefinedIfOtherTenant,
    )
    // The session had no tenant at the first statement, and has selected one since.
    if (!again || authorizationIn(again).tenantId !== tenantId) throw problem('tenant_access_denied')
    return again
  }

  #send(entry: Entry, statement: Statement<unknown>, values: Record<string, unknown>): Promise<ValueRows> {
    const marked = withMark(entry, values)
    const { text, parameters, prepare, pool = 'read' } = authorizedRead(statement)
    const filled = fill(parameters, marked.values, expectedTenant(entry))
    return this.#pools[pool].query(text, filled, prepare, marked.isAnsweredBy)
  }

  first<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row | undefined> {
    return ignoreUnhandled(this.run(statement, values).then((rows) => rows[0]))
  }
}

/** Returns undefined if the statement named another tenant than the session works in; throws any other error. */
function undefinedIfOtherTenant(error: unknown): undefined {
  if (!isOtherTenant(error)) throw error
}

/** The transaction of a request that writes. Its first statement authorizes the request. */
export class AuthorizedTransaction extends Transaction {
  readonly #entry: Entry
  readonly #onAuthorized: (authorization: Authorization) => Authorization
  #authorization: Promise<Authorization> | undefined
  #named: ReadonlySet<string> | undefined

  constructor(
    connection: TransactionConnection,
    head: string | null,
    entry: Entry,
    onAuthorized: (authorization: Authorization) => Authorization,
    ending?: Ending | null,
    tenantId = expectedTenant(entry),
  ) {
    super(connection, head, ending, tenantId)
    this.#entry = entry
    this.#onAuthorized = onAuthorized
  }

  /** A nested transaction with a savepoint and a separate authorization. */
  nested(entry: Entry): AuthorizedTransaction {
    return new AuthorizedTransaction(
      this.connection,
      NESTED_HEAD,
      entry,
      this.#onAuthorized,
      NESTED,
      this.tenantId,
    )
  }

  /**
   * A part of this transaction, for one operation. It has a separate authorization, or that of an earlier part with the same
   * access.
   */
  part(entry: Entry, authorization?: Promise<Authorization>): AuthorizedTransaction {
    const part = new AuthorizedTransaction(
      this.connection,
      null,
      entry,
      this.#onAuthorized,
      null,
      this.tenantId,
    )
    part.#authorization = authorization
    return part
  }

  override namedAmong(ids: readonly string[]): string[] {
    const named = this.#namedIds()
    return ids.filter((id) => named.has(id))
  }

  /** Adds ids that the request body contains in another form. The caller must be able to see their records. */
  name(ids: readonly string[]): void {
    this.#named = new Set([...this.#namedIds(), ...ids])
  }

  #namedIds(): ReadonlySet<string> {
    this.#named ??= new Set(idsIn(this.#entry.body))
    return this.#named
  }

  /** The authorization of the first statement. Sends a separate statement if nothing was sent yet. */
  authorized(): Promise<Authorization> {
    if (!this.#authorization) void this.run(nothing)
    return this.#authorization ?? Promise.reject(new Error('the check was not sent'))
  }

  override run<Row>(statement: Statement<Row>, values: Record<string, unknown> = {}): Promise<Row[]> {
    if (this.#authorization) return super.run(statement, values)
    if (!statement.text.startsWith('select')) {
      void this.authorized()
      return super.run(statement, values)
    }
    const marked = withMark(this.#entry, values)
    const answer = this.found(authorizedWrite(statement), marked.values).then((found) => {
      if (marked.isAnsweredBy(found)) return found
      throw new LostSynchronization('the result belongs to another statement')
    })
    this.#authorization = ignoreUnhandled(
      answer.then(
        (found) => this.#onAuthorized(authorizationIn(found)),
        (error: unknown) => {
          // The transaction is tried again, in the right tenant.
          correctExpectedTenant(this.#entry, error)
          throw error
        },
      ),
    )
    return ignoreUnhandled(answer.then((found) => rowsIn<Row>(found)))
  }
}
