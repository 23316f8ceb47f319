import postgres from 'postgres'
import { DeadlineExceeded, REQUEST_DEADLINE, within } from '../base/deadline.ts'
import { Connection, LostSynchronization } from './connection.ts'
import { type DatabaseTarget, localSettings, tenancySettings, transactionSettings } from './database.ts'
import { errorOfStatement } from './database-errors.ts'
import type { ValueRows } from './rows.ts'
import type { ReadPoolName } from './statement.ts'

/** The maximum number of reads in progress. Further ones are rejected at no cost to the database. */
const IN_FLIGHT_LIMIT = 1_000

/**
 * A read is planned before a tenant is selected. The planner then expects a tenant without rows and would prefer a bitmap scan
 * and a sort. Without bitmap scans it reads an index in the order of the page.
 */
const planning = { enable_bitmapscan: 'off' }

/**
 * PostgreSQL's `plan_cache_mode` of each pool. Planning a list takes as long as reading its page, so it is planned once per
 * connection for all values. The best plan of a search depends on the words, so searches are planned each time.
 */
const planCacheModes = { lookup: 'force_generic_plan', read: 'force_generic_plan', search: 'auto' } as const

/** The planner settings of a pool's connections. */
export const planningOf = (pool: ReadPoolName) => ({ ...planning, plan_cache_mode: planCacheModes[pool] })

/** A connection, and how many reads are in progress on it. */
interface Shared {
  readonly connection: Connection
  underWay: number
}

/**
 * The connections for reads. A read is one statement that authorizes itself, so it needs no transaction, and several reads
 * are pipelined on one connection. A connection that missed a deadline is closed and replaced. Each connection is a separate
 * client of postgres.js: a client with several connections keeps queues that grow under constant load and are searched from the
 * start, so every query takes longer than the one before.
 */
export class ReadPool {
  readonly #target: DatabaseTarget
  readonly #pool: ReadPoolName
  readonly #connections: Shared[]
  readonly #deadline: number
  #inFlight = 0

  constructor(target: DatabaseTarget, size: number, pool: ReadPoolName, deadline = REQUEST_DEADLINE) {
    this.#target = target
    this.#pool = pool
    this.#deadline = deadline
    this.#connections = Array.from({ length: size }, () => this.#open())
  }

  /** Reads in progress. */
  get inFlight(): number {
    return this.#inFlight
  }

  /**
   * Runs one statement. Rejects with `DeadlineExceeded` when the result takes too long, and with `LostSynchronization` when
   * the result belongs to another statement or cannot be decoded; the connection must not be used afterwards.
   */
  async query(
    text: string,
    parameters: (string | null)[],
    prepare: boolean,
    isOurs: (found: ValueRows) => boolean,
  ): Promise<ValueRows> {
    if (this.#inFlight >= IN_FLIGHT_LIMIT) throw new DeadlineExceeded('too many reads are in progress')
    const shared = this.#leastBusy()
    this.#inFlight += 1
    shared.underWay += 1
    try {
      const found = await within(this.#deadline, this.#send(shared.connection, text, parameters, prepare))
      if (!isOurs(found)) throw new LostSynchronization('the result belongs to another statement')
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

  /** Rejects when the database does not respond, or with `UnfitConnection`. */
  async check(): Promise<void> {
    await this.query('select 1 as one', [], false, (found) => found.length === 1)
  }

  /** True when the database responds. */
  isAnswering(): Promise<boolean> {
    return this.check().then(
      () => true,
      () => false,
    )
  }

  /** Closes the connections once the reads in progress have finished. */
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
    values: (string | null)[],
    prepare: boolean,
  ): Promise<ValueRows> {
    if (!connection.isFit) await connection.check()
    if (this.#target.prepare) return connection.sql.unsafe(text, values, { prepare }).values()
    // Behind a transaction pooler no setting outlives a transaction, not even the role.
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
