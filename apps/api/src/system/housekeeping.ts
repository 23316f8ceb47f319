import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { transact } from '../kernel/service.ts'
import type { Slots } from '../kernel/slots.ts'
import { sqlStatement } from '../kernel/statement.ts'

const HOUR = 3_600_000

/** What nobody needs any more. Attempts that closed an account stay until it is opened. */
const sweeps = [
  sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  sql`delete from attempts where updated_at < now() - interval '1 day' and count < 100`,
  sql`delete from known_sources where last_sign_in_at < now() - interval '30 days'`,
  sql`delete from sessions where ends_at < now() - interval '30 days' or revoked_at < now() - interval '30 days'`,
].map((query) => sqlStatement<unknown>(query))

/** Removes what is out of date, at once and then every hour; several instances may do so side by side. */
export function keepHouse(slots: Slots, log: Logger): { stop(): void } {
  const sweep = async () => {
    for (const statement of sweeps) await transact(slots, (tx) => tx.run(statement))
  }
  const run = () => {
    sweep().catch((error: unknown) =>
      log.warn({ type: error instanceof Error ? error.name : typeof error }, 'housekeeping failed'),
    )
  }
  run()
  const timer = setInterval(run, HOUR)
  return { stop: () => clearInterval(timer) }
}
