import type { TestDatabase } from '../database.ts'
import { showOwnerEverything } from '../generated/database-view.ts'

/** Tables that a refused request must not change. */
const tables = ['users', 'sessions', 'asset_models', 'assets', 'memberships', 'idempotency_keys'] as const

/** Databases in which the owner already sees all tenants. */
const shown = new WeakSet<TestDatabase>()

/**
 * Counts and checksums of what the service stores, in all tenants; equal before and after a refused request. The time of the
 * last use of a session is left out.
 */
export async function footprint(database: TestDatabase): Promise<Record<string, string>> {
  const { sql } = database
  if (!shown.has(database)) await showOwnerEverything(sql)
  shown.add(database)
  const found: Record<string, string> = {}
  for (const table of tables) {
    const [row] = await sql`
      select count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '') as sum
        from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql(table)} t) t`
    found[table] = String(row?.sum)
  }
  return found
}
