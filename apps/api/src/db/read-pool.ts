import postgres from 'postgres'
import { DeadlineExceeded, REQUEST_DEADLINE, within } from '../base/deadline.ts'
import { Connection, LostSynchronization } from './connection.ts'
import { type DatabaseTarget, localSettings, tenancySettings, transactionSettings } from './database.ts'
import { errorOfStatement } from './database-errors.ts'
import type { ValueRows } from './rows.ts'
import type { ReadPoolName } from './statement.ts'

/** Most reads under way at once; more are turned away before they cost the database anything. */
const IN_FLIGHT_LIMIT = 1_000

/**
 * A read is planned before it enters a tenant. No tenant has no rows, so the planner would rather gather and sort a
 * tenant's than walk an index in the order that the page wants: without bitmap scans it walks.
 */
const planning = { enable_bitmapscan: 'off' }

/**
 * PostgreSQL's `plan_cache_mode` of each pool. Planning a list takes as long as reading its page, so its plan is made once
 * for each connection and serves all values; that of a search depends on what is searched for.
 */
const planCacheModes = { lookup: 'force_generic_plan', read: 'force_generic_plan', search: 'auto' } as const

/** What the connections of a pool plan by. */
export const planningOf = (pool: ReadPoolName) => ({ ...planning, plan_cache_mode: planCacheModes[pool] })

/** A connection, and how many reads are under way on it. */
interface Shared {
  readonly connection: Connection
  underWay: number
}

/**
 * The connections for reads. A read is one statement that admits itself, so it needs no transaction of its own and
 * several travel on one connection behind each other. A missed deadline means that the connection is stuck: it is
 * thrown away and another opened.
 *
 * Each connection is a client of its own. A client of several keeps them in queues that, under a load that never
 * empties them, grow by an entry for each query and are searched from their beginning: each query takes longer than the
 * one before.
 */
export class ReadPool {
  readonly #target: DatabaseTarget
  readonly #pool: ReadPoolName
  readonly #connections: Shared[]
  #inFlight = 0

  constructor(target: DatabaseTarget, size: number, pool: ReadPoolName) {
    this.#target = target
    this.#pool = pool
    this.#connections = Array.from({ length: size }, () => this.#open())
  }

  /**
   * Runs one statement. Rejects with `DeadlineExceeded` when the answer takes too long, and with `LostSynchronization`
   * when it is not the one that was asked for or cannot be decoded: then the connection is not to be trusted any more.
   */
  async query(
    text: string,
    parameters: (string | null | string[])[],
    prepare: boolean,
    isOurs: (found: ValueRows) => boolean,
  ): Promise<ValueRows> {
    if (this.#inFlight >= IN_FLIGHT_LIMIT) throw new DeadlineExceeded('too many reads are under way')
    const shared = this.#leastBusy()
    this.#inFlight += 1
    shared.underWay += 1
    try {
      const found = await within(REQUEST_DEADLINE, this.#send(shared.connection, text, parameters, prepare))
      if (!isOurs(found)) throw new LostSynchronization('the answer was not to this question')
      return found
    } catch (thrown) {
      const error = errorOfStatement(thrown)
      if (!(error instanceof postgres.PostgresError)) this.#replace(shared)
      throw error
    } finally {
      this.#inFlight -= 1
      shared.underWay -= 1
    }
  }

  /** Rejects when the database does not answer, or with `UnfitConnection`. */
  async check(): Promise<void> {
    await this.query('select 1 as one', [], false, (found) => found.length === 1)
  }

  /** True when the database answers. */
  isAnswering(): Promise<boolean> {
    return this.check().then(
      () => true,
      () => false,
    )
  }

  /** Closes the connections when the reads under way are answered. */
  async close(): Promise<void> {
    await Promise.all(this.#connections.map(({ connection }) => connection.sql.end({ timeout: 2 })))
  }

  #open(): Shared {
    const settings = { ...tenancySettings, ...planningOf(this.#pool) }
    const shared: Shared = {
      connection: new Connection(this.#target, settings, () => this.#replace(shared)),
      underWay: 0,
    }
    return shared
  }

  #leastBusy(): Shared {
    return this.#connections.reduce((least, one) => (one.underWay < least.underWay ? one : least))
  }

  async #send(
    connection: Connection,
    text: string,
    values: (string | null | string[])[],
    prepare: boolean,
  ): Promise<ValueRows> {
    if (!connection.isFit) await connection.check()
    if (this.#target.prepare) return connection.sql.unsafe(text, values, { prepare }).values()
    // Behind a transaction pooler nothing outlives a transaction, the role neither.
    return connection.sql.begin(async (sql) => {
      await sql.unsafe(`${transactionSettings(this.#target)}; ${localSettings(planning)}`)
      return sql.unsafe(text, values, { prepare: false }).values()
    })
  }

  #replace(shared: Shared): void {
    const at = this.#connections.indexOf(shared)
    if (at === -1) return
    this.#connections[at] = this.#open()
    shared.connection.discard()
  }
}
