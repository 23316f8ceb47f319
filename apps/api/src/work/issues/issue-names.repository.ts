import { type SQL, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { userLabelText } from '../../db/user-label.ts'
import { visible } from '../projects/visibility.repository.ts'

const mine = sql`tenant_id = ${tenantId}`

/** For each kind of record: the table, the condition on rows, the name, and the column that values contain (default `id`). */
const sources: Readonly<Record<string, readonly [table: string, rows: SQL, name: string, named?: string]>> = {
  user: ['users u', sql`true`, userLabelText],
  group: ['groups', mine, 'name'],
  person: ['persons', mine, 'display_name'],
  project: ['projects', visible('projects'), 'name'],
  issue: ['issues', mine, 'key'],
  asset: ['assets', mine, 'name'],
  configuration_item: ['configuration_items', mine, 'name'],
  location: ['locations', mine, 'name'],
  status: ['issue_statuses', visible('issue_statuses'), 'name', 'key'],
  priority: ['issue_priorities', visible('issue_priorities'), 'name', 'key'],
  issue_type: ['issue_types', visible('issue_types'), 'name', 'key'],
}

/** True if values of the kind name records. */
export const isNamed = (kind: string | undefined): kind is string =>
  kind !== undefined && Object.hasOwn(sources, kind)

const requestedOf = (kind: string) =>
  sql`(select value from unnest(${sql.placeholder('kinds')}::text[], ${sql.placeholder('values')}::text[]) w(kind, value) where kind = ${sql.raw(`'${kind}'`)})`

const names = sqlStatement<{ named: string; name: string }>(
  sql.join(
    Object.entries(sources).map(
      ([kind, [table, rows, name, named = 'id']]) =>
        sql`select ${sql.raw(`'${kind} ' || ${named} as named, ${name} as name from ${table}`)} where ${rows} and ${sql.raw(named)} in ${requestedOf(kind)}`,
    ),
    sql` union all `,
  ),
)

/** The present names of records. Keys of the map are kind and id or key: `user 01J...`, `status in_progress`. */
export async function namesOf(
  reader: Reader,
  named: readonly (readonly [kind: string, value: string])[],
): Promise<ReadonlyMap<string, string>> {
  if (named.length === 0) return new Map()
  const kinds = named.map(([kind]) => kind)
  const values = named.map(([, value]) => value)
  const rows = await reader.run(names, { kinds, values })
  return new Map(rows.map((row) => [row.named, row.name]))
}
