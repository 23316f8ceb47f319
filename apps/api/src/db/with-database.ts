import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import type { Logger } from 'pino'
import {
  isRefusedByPooler,
  isRefusedLogin,
  isRefusedRole,
  isTransient,
  isUnavailable,
} from './database-errors.ts'
import { RUNTIME_ROLE } from './tenancy.ts'

/** The maximum number of milliseconds between tries, so that the service starts soon after its database. */
const LONGEST_PAUSE = 1_000

/** Runs `work` again while the database is unavailable: it may start later than the service. A wrong password is not retried. */
export async function withDatabase<T>(
  log: Logger,
  isDraining: () => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let delay = 100; ; delay = Math.min(delay * 2, LONGEST_PAUSE)) {
    try {
      return await work()
    } catch (error) {
      if (isRefusedByPooler(error))
        throw new Error(`DATABASE_URL: the pooler refuses the login: ${error.message}`)
      if (isRefusedRole(error))
        throw new Error(
          `DATABASE_URL: ${error.message}; as a superuser, run: grant ${RUNTIME_ROLE} to <the user of DATABASE_URL>`,
        )
      if (isRefusedLogin(error) || !(isUnavailable(error) || isTransient(error)) || isDraining()) throw error
      log.warn({ retry_ms: delay, reason: reasonOf(error) }, 'the database cannot be prepared yet')
      await wait(delay)
    }
  }
}

/** The message of an error for the log, without the text of a query. */
function reasonOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error ? cause.message : 'unknown'
}
