import { DeadlineExceeded } from '../base/deadline.ts'
import { Connection } from './connection.ts'
import { type DatabaseTarget, tenancySettings } from './database.ts'

interface Waiter {
  take(slot: Connection): void
  refuse(error: Error): void
}

/** Most requests that wait for a slot; more are turned away at once, before they cost the database anything. */
const QUEUE_LIMIT = 1_000

/**
 * The connections of this instance. A request holds one slot for one transaction; a slot that missed a deadline
 * is thrown away with its connection and replaced.
 */
export class Slots {
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

  /** The next free slot; rejects with `DeadlineExceeded` when none is free in time. */
  acquire(milliseconds: number): Promise<Connection> | Connection {
    if (this.#closed || this.#waiting.length >= QUEUE_LIMIT)
      throw new DeadlineExceeded('no database connection is free')
    this.#busy += 1
    const slot = this.#idle.pop()
    if (slot) return slot.isLost ? this.#open() : slot
    return new Promise<Connection>((resolve, reject) => {
      const waiter: Waiter = {
        take: (free) => {
          clearTimeout(timer)
          resolve(free)
        },
        refuse: (error) => {
          this.#busy -= 1
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        waiter.refuse(new DeadlineExceeded('no database connection became free'))
      }, milliseconds)
      this.#waiting.push(waiter)
    })
  }

  /** Gives a slot back; a broken one is replaced by a fresh connection. */
  release(slot: Connection, usable: boolean): void {
    this.#busy -= 1
    if (!usable) slot.discard()
    const free = usable && !slot.isLost ? slot : this.#open()
    const waiter = this.#waiting.shift()
    if (waiter) waiter.take(free)
    else this.#idle.push(free)
    if (this.#busy === 0) this.#drained?.()
  }

  /** Waits for the slots in use, then closes every connection. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#busy > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve
      })
    }
    await Promise.all(this.#idle.map((slot) => slot.sql.end({ timeout: 1 })))
  }

  #open(): Connection {
    return new Connection(this.target, tenancySettings)
  }
}
