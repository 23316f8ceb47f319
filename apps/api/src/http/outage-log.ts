import type { Logger } from 'pino'
import postgres from 'postgres'
import { isUnavailable } from '../db/database-errors.ts'

/** Milliseconds for which the same reason is not logged again: thousands of requests may fail for it. */
const PAUSE = 10_000

/**
 * SQLSTATE classes of errors of the whole server, such as a full disk or too many connections. Their messages contain nothing
 * of a request.
 */
const ofServer = /^(08|53|57P|58|XX)/

/** Logs why requests are answered with 503: each reason at most once in ten seconds. */
export class OutageLog {
  readonly #log: Logger
  readonly #loggedAt = new Map<string, number>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** Logs the error if it means that the database is unavailable. */
  record(error: unknown): void {
    if (!(error instanceof Error) || !isUnavailable(error)) return
    const code = 'code' in error ? String(error.code) : error.name
    const now = performance.now()
    const former = this.#loggedAt.get(code)
    if (former !== undefined && now - former < PAUSE) return
    this.#loggedAt.set(code, now)
    const isSafe = !(error instanceof postgres.PostgresError) || ofServer.test(error.code)
    this.#log.warn({ code, ...(isSafe && { reason: error.message }) }, 'the database is unavailable')
  }
}
