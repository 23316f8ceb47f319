import { getTableName } from 'drizzle-orm'
import type postgres from 'postgres'
import { tables } from '../../src/tables.ts'

/** Name of every table. */
export const tableNames: readonly string[] = Object.values(tables).flat().map(getTableName).sort()

/** Lifts row level security for the owner of this database, so that a test sees all tenants. The service's role stays under it. */
export async function showOwnerEverything(sql: postgres.Sql): Promise<void> {
  const statements = tableNames.map((name) => `alter table "${name}" no force row level security`)
  await sql.unsafe(statements.join('; '))
}

/** Written beside what a request asks for: denials, counted tries, and when a session was last used. */
const besides = new Set(['audit_log', 'attempts'])

const digests = tableNames
  .filter((name) => !besides.has(name))
  .map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(line, ',' order by line), '')) as digest
         from (select (to_jsonb(stored) - 'last_used_at')::text as line from "${name}" stored) lines`,
  )
  .join(' union all ')

/** Digest of everything that is stored; owner's view. Equal before and after means that nothing changed. */
export async function fingerprint(sql: postgres.Sql): Promise<string> {
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(digests)
  return rows.map(({ name, digest }) => `${name} ${digest}`).join('\n')
}
