import type postgres from 'postgres'
import { settleLostJobs } from './lost-jobs.ts'
import { settlePositions } from './settling.ts'

/**
 * Prepares a database that was restored from another server. Resets transaction ids of the audit log, so that events, webhooks
 * and notifications continue, and settles records whose jobs were lost. Returns how many entries of the log were reset. `sql`
 * connects as the owner of the tables.
 */
export async function settleRestored(sql: postgres.Sql): Promise<number> {
  return sql.begin(async (tx) => {
    const forced = await tx<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`
    for (const { name } of forced) await tx`alter table ${tx(name)} no force row level security`
    const entries = await settlePositions(tx)
    await settleLostJobs(tx)
    for (const { name } of forced) await tx`alter table ${tx(name)} force row level security`
    return entries
  })
}
