import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../kernel/statement.ts'
import { visible } from './visibility.ts'

const wanted = (kind: string) =>
  sql`(select value from unnest(${sql.placeholder('kinds')}::text[], ${sql.placeholder('values')}::text[]) w(kind, value) where kind = ${sql.raw(`'${kind}'`)})`
const mine = sql.raw(`tenant_id = current_setting('app.tenant_id')`)

const names = sqlStatement<{ named: string; name: string }>(sql`
  select 'user ' || id as named, coalesce(display_name, username, email) as name from users where id in ${wanted('user')}
  union all select 'group ' || id, name from groups where ${mine} and id in ${wanted('group')}
  union all select 'project ' || id, name from projects where ${visible('projects')} and id in ${wanted('project')}
  union all select 'issue ' || id, key from issues where ${mine} and id in ${wanted('issue')}
  union all select 'asset ' || id, name from assets where ${mine} and id in ${wanted('asset')}
  union all select 'configuration_item ' || id, name from configuration_items where ${mine} and id in ${wanted('configuration_item')}
  union all select 'status ' || key, name from issue_statuses where ${visible('issue_statuses')} and key in ${wanted('status')}
  union all select 'priority ' || key, name from issue_priorities where ${visible('issue_priorities')} and key in ${wanted('priority')}
  union all select 'issue_type ' || key, name from issue_types where ${visible('issue_types')} and key in ${wanted('issue_type')}`)

/** Names of records by their kind and id, as they are now: `user 01J...`, `status in_progress`. */
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
