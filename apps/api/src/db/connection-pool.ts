import { DeadlineExceeded } from '../base/deadline.ts'
import { Connection } from './connection.ts'
import { type DatabaseTarget, tenancySettings } from './database.ts'

interface Waiter {
  resolve(connection: Connection): void
  reject(error: Error): void
}

/**
 * The maximum number of requests that wait for a connection. Further requests are rejected immediately, at no cost to the
 * database.
 */
const QUEUE_LIMIT = 1_000

/**
 * The connections of this instance. A request uses one connection for one transaction. A connection that missed a deadline
 * is closed and replaced.
 */
export class ConnectionPool {
  readonly target: DatabaseTarget
  readonly #idle: Connection[] = []
  readonly #waiting: Waiter[] = []
  #closed = false
  #busy = 0
  #drained: (() => void) | undefined

  constructor(target: DatabaseTarget, count: number) {
    this.target = target
    for (let n = 0; n < count; n += 1) this.#idle.push(this.#open())
  }

  /** How many connections are in use and free, and how many requests wait for one. */
  get usage(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const waiting = this.#waiting.length
    return { busy: this.#busy - waiting, idle: this.#idle.length, waiting }
  }

  /** The next free connection; rejects with `DeadlineExceeded` when none becomes free in time. */
  acquire(milliseconds: number): Promise<Connection> | Connection {
    if (this.#closed || this.#waiting.length >= QUEUE_LIMIT)
      throw new DeadlineExceeded('no database connection is free')
    this.#busy += 1
    const connection = this.#idle.pop()
    if (connection) return connection.isLost ? this.#open() : connection
    return new Promise<Connection>((resolve, reject) => {
      const waiter: Waiter = {
        resolve: (free) => {
          clearTimeout(timer)
          resolve(free)
        },
        reject: (error) => {
          this.#busy -= 1
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        waiter.reject(new DeadlineExceeded('no database connection became free'))
      }, milliseconds)
      this.#waiting.push(waiter)
    })
  }

  /** Returns a connection to the pool; a broken one is replaced by a new connection. */
  release(connection: Connection, usable: boolean): void {
    this.#busy -= 1
    if (!usable) connection.discard()
    const free = usable && !connection.isLost ? connection : this.#open()
    const waiter = this.#waiting.shift()
    if (waiter) waiter.resolve(free)
    else this.#idle.push(free)
    if (this.#busy === 0) this.#drained?.()
  }

  /** Waits for the connections in use, then closes all of them. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#busy > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve
      })
    }
    await Promise.all(this.#idle.map((connection) => connection.sql.end({ timeout: 1 })))
  }

  #open(): Connection {
    return new Connection(this.target, tenancySettings)
  }
}
