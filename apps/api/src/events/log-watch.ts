import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { sqlStatement } from '../db/statement.ts'
import type { Awaited, News } from '../http/news.ts'
import { transact } from '../http/service.ts'
import { readPosition } from './position.ts'

/** Milliseconds between looks at the log while anybody waits, and after the database failed. */
const POLL = 300
const PAUSE = 1_000

const awaitedEvents = sqlStatement<{ places: number[] }>(sql`
  select commonhold_awaited_events(${sql.placeholder('tenants')}::text[], ${sql.placeholder('xids')}::text[]::xid8[],
    ${sql.placeholder('ids')}::text[]) as places`)

interface Waiting {
  readonly awaited: Awaited
  readonly wake: () => void
}

/**
 * Wakes requests when the log goes on: one statement at a time for all who wait, however many they are. It works behind
 * every pooler, as a connection that listens would not.
 */
export class LogWatch implements News {
  readonly #connections: ConnectionPool
  readonly #waiting = new Set<Waiting>()
  readonly #stopping = new AbortController()
  #isLooking = false

  constructor(connections: ConnectionPool) {
    this.#connections = connections
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Ends all waiting. */
  stop(): void {
    this.#stopping.abort()
    for (const { wake } of this.#waiting) wake()
  }

  async wait(awaited: Awaited, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.isStopped || signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    const waiting = { awaited, wake }
    const timer = setTimeout(wake, milliseconds)
    signal.addEventListener('abort', wake, { once: true })
    this.#waiting.add(waiting)
    if (!this.#isLooking) void this.#look()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      this.#waiting.delete(waiting)
    }
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      const pause = await this.#wakeSome().then(
        () => POLL,
        () => PAUSE,
      )
      await wait(pause, undefined, { ref: false })
    }
    this.#isLooking = false
  }

  async #wakeSome(): Promise<void> {
    const groups = [
      ...Map.groupBy(this.#waiting, ({ awaited: { tenantId, next } }) => `${tenantId} ${next}`).values(),
    ]
    const positions = groups.flatMap(([one]) =>
      one ? [{ tenant: one.awaited.tenantId, ...readPosition(one.awaited.next) }] : [],
    )
    const found = await transact(this.#connections, (tx) =>
      tx.first(awaitedEvents, {
        tenants: positions.map(({ tenant }) => tenant),
        xids: positions.map(({ xid }) => xid),
        ids: positions.map(({ id }) => id),
      }),
    )
    for (const place of found?.places ?? []) for (const { wake } of groups[place - 1] ?? []) wake()
  }
}
