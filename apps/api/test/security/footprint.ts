import type { TestDatabase } from '../database.ts'

/** Tables in which a refused request must leave nothing. */
const tables = ['users', 'sessions', 'asset_models', 'assets', 'memberships', 'idempotency_keys'] as const

/**
 * Counts and checksums of what the service keeps, in all tenants; equal before and after a refused request. The minute in which a
 * session was used last is left out.
 */
export async function footprint({ sql }: TestDatabase): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const undone = new Error('undone')
  await sql
    .begin(async (tx) => {
      for (const table of tables) {
        await tx`alter table ${tx(table)} no force row level security`
        const [row] =
          await tx`select count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '') as sum
                     from (select (to_jsonb(t) - 'last_used_at')::text as row from ${tx(table)} t) t`
        found[table] = String(row?.sum)
      }
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return found
}
