import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Awaited, News } from '../http/news.ts'
import { transact } from '../http/service.ts'
import { awaitedEvents, awaitedNotifications, type Place } from './log-watch.repository.ts'
import { readPosition } from './position.rules.ts'

/** Milliseconds between queries while requests wait, and after an error of the database. */
const POLL = 300
const PAUSE = 1_000

/** The query that serves all requests waiting for the same kind of news. */
interface LogRead {
  readonly find: typeof awaitedEvents
  readonly placeOf: (awaited: Awaited) => Place | undefined
}

const reads: readonly LogRead[] = [
  {
    find: awaitedEvents,
    placeOf(awaited) {
      if ('userId' in awaited) return undefined
      const { xid, id } = readPosition(awaited.next)
      return { tenant: awaited.tenantId, of: xid, id }
    },
  },
  {
    find: awaitedNotifications,
    placeOf: (awaited) =>
      'userId' in awaited ? { tenant: awaited.tenantId, of: awaited.userId, id: awaited.after } : undefined,
  },
]

interface Waiting {
  readonly awaited: Awaited
  readonly wake: () => void
}

/**
 * Wakes waiting requests when there are new log entries or notifications. It polls with one statement of each kind for all
 * waiting requests. That works behind every pooler, unlike LISTEN.
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

  /** Wakes all requests; later ones do not wait. */
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
    const groups = [...Map.groupBy(this.#waiting, ({ awaited }) => JSON.stringify(awaited)).values()]
    for (const { find, placeOf } of reads) {
      const waiting = groups.flatMap((group) => {
        const place = group[0] && placeOf(group[0].awaited)
        return place ? [{ place, group }] : []
      })
      if (waiting.length === 0) continue
      const found = await transact(this.#connections, (tx) =>
        find(
          tx,
          waiting.map(({ place }) => place),
        ),
      )
      for (const number of found) for (const { wake } of waiting[number - 1]?.group ?? []) wake()
    }
  }
}
