import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { transact } from './service.ts'

/** Milliseconds to the next round after the database failed. */
const PAUSE = 5_000

/** Work that repeats in the background. */
export interface Repetition {
  /** Starts no further round; resolves when the current one is finished. */
  stop(): Promise<void>
}

interface Repeated {
  /** Does one round of work; true when the next one must follow without a pause. */
  readonly round: (stopping: AbortSignal) => Promise<boolean>
  /** Milliseconds between rounds. */
  readonly poll: number
  readonly onFailure: (error: unknown) => void
}

/** Repeats a round until it is stopped, even after rounds that fail. */
export function repeat({ round, poll, onFailure }: Repeated): Repetition {
  const stopping = new AbortController()
  const { signal } = stopping

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pause = await round(signal).then(
        (hasMore) => (hasMore ? 0 : poll),
        (error: unknown) => {
          onFailure(error)
          return PAUSE
        },
      )
      await wait(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const running = run()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

interface Rounds<Place> {
  readonly connections: ConnectionPool
  readonly log: Logger
  readonly poll: number
  /** The log message when a round, or its work at one place, fails. */
  readonly failure: string
  /** The places with work to do, such as tenants. */
  readonly places: (tx: Transaction) => Promise<readonly Place[]>
  /** Does a part of the work of one place, in one transaction; true when there may be more. */
  readonly work: (tx: Transaction, place: Place) => Promise<boolean>
}

/**
 * Repeats rounds until it is stopped. A round does a part of the work of each place; if one place fails, it continues with the
 * next.
 */
export function startRounds<Place extends object>({
  connections,
  log,
  poll,
  failure,
  places,
  work,
}: Rounds<Place>): Repetition {
  const warn = (error: unknown, place?: Place) => log.warn({ ...kindOfError(error), ...place }, failure)

  async function round(stopping: AbortSignal): Promise<boolean> {
    let hasMore = false
    for (const place of await transact(connections, places)) {
      if (stopping.aborted) break
      const more = await transact(connections, (tx) => work(tx, place)).catch((error: unknown) =>
        warn(error, place),
      )
      hasMore ||= more ?? false
    }
    return hasMore
  }

  return repeat({ round, poll, onFailure: warn })
}
