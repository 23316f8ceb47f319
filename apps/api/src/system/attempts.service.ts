import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { retryLater } from '../base/problem.ts'
import type { Transaction } from '../db/transaction.ts'
import { outcomeOf, ownTransaction } from './attempts.repository.ts'
import { type AttemptLimit, type CountedAttempt, uncount } from './throttle.repository.ts'

/**
 * Pauses between attempts to reach the database, in milliseconds, and the number of attempts: about ten minutes in total. The
 * first pauses are short, because a count that is still to be undone blocks the next sign-in of its account.
 */
const FIRST_PAUSE = 25
const LONGEST_PAUSE = 1_000
const TRIES = 600
/** Limit of counts that wait to be undone, so that a long outage of the database does not fill the memory. */
const LIMIT = 10_000

/**
 * Records the count of an attempt, which is undone if the attempt fails; null if the password was wrong, so that the count stays.
 */
export type RecordCount = (attempt: CountedAttempt | null) => void

/** Tries to undo a count; returns true when nothing is left to do. */
type Undo = (tx: Transaction) => Promise<boolean>

/**
 * Attempts are counted before the password is compared, so that concurrent attempts cannot exceed the limit. If an attempt fails
 * for another reason than a wrong password, its count is undone as soon as the database responds.
 */
export class Attempts {
  readonly #transact: (work: (tx: Transaction) => Promise<boolean>) => Promise<boolean>
  readonly #log: Logger
  readonly #stopping = new AbortController()
  #waiting = 0
  /** The number of counts that wait to be undone, by throttle key. */
  readonly #pendingByKey = new Map<string, number>()

  constructor(transact: (work: (tx: Transaction) => Promise<boolean>) => Promise<boolean>, log: Logger) {
    this.#transact = transact
    this.#log = log
  }

  /**
   * Runs an attempt, which calls `recordCount` before the transaction that counts it ends. The count is undone if the attempt
   * fails.
   */
  async run<T>(attempt: (recordCount: RecordCount) => Promise<T>): Promise<T> {
    const counted: { attempt: CountedAttempt | null } = { attempt: null }
    try {
      return await attempt((recorded) => {
        counted.attempt = recorded
      })
    } catch (error) {
      if (counted.attempt) void this.uncount(counted.attempt)
      throw error
    }
  }

  /**
   * Throws 503 when an attempt has reached its limit and this instance still has counts of the same key to undo: nobody must wait
   * for attempts that were not evaluated.
   */
  assertNoCountToUndo(limit: AttemptLimit): void {
    if (limit.counted === null && this.#pendingByKey.has(limit.reached)) throw retryLater('unavailable', 1)
  }

  /** Stops undoing counts. */
  stop(): void {
    this.#stopping.abort()
  }

  async uncount(attempt: CountedAttempt): Promise<void> {
    if (this.#waiting >= LIMIT) return
    this.#waiting += 1
    const { signal } = this.#stopping
    const undo = undoOf(attempt)
    this.#addPending(attempt, 1)
    try {
      for (let tries = 1; tries <= TRIES; tries += 1) {
        if (await this.#transact(undo).catch(() => false)) return
        const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1))
        await wait(pause, undefined, { signal, ref: false })
      }
      this.#log.warn('an attempt that was not evaluated stays counted: the database did not respond')
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#waiting -= 1
      this.#addPending(attempt, -1)
    }
  }

  #addPending({ failures, window }: CountedAttempt, change: 1 | -1): void {
    for (const key of window === null ? [failures] : [failures, window]) {
      const count = (this.#pendingByKey.get(key) ?? 0) + change
      if (count === 0) this.#pendingByKey.delete(key)
      else this.#pendingByKey.set(key, count)
    }
  }
}

/**
 * When the answer to a COMMIT is lost, the count or its undoing could be missed or applied twice. So each try first checks the
 * state of both transactions.
 */
function undoOf(attempt: CountedAttempt): Undo {
  let own: string | undefined
  return async (tx) => {
    const former = own === undefined ? null : await outcomeOf(tx, own)
    if (former === 'committed') return true
    const counted = await outcomeOf(tx, attempt.transaction)
    if (former === 'in progress' || counted === 'in progress') return false
    if (counted !== 'committed') return true
    own = await ownTransaction(tx)
    await uncount(tx, attempt)
    return true
  }
}
