import type postgres from 'postgres'
import { settleLostJobs } from './lost-jobs.ts'
import { settlePositions } from './settling.ts'

/**
 * Resets the transaction ids of the audit log in a database that came from another server, so that readers of events, webhooks,
 * notifications and pauses of issues continue after a restore. Returns how many entries were reset. `sql` is the owner of the
 * tables.
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
