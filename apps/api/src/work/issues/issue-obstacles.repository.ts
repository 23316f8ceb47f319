import { type SQL, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Obstacles } from '../configuration/issue-transitions.rules.ts'
import { visible } from '../projects/visibility.repository.ts'
import { issueStore } from './issues.store.ts'

/** Up to 20 open issues that block the closing of an issue, and the number of those that the caller cannot see. */
const obstacles = (from: SQL) =>
  sqlStatement<{ shown: Obstacles['blockers']; hidden: number }>(sql`
  with obstacle as materialized (select i.id, i.key, ${issueStore.visibleIn(sql`i.project_id`)} as is_seen ${from})
  select array(select jsonb_build_object('id', o.id, 'key', o.key) from obstacle o
                where o.is_seen order by o.id limit 20) as shown,
         (select count(*)::int from obstacle o where not o.is_seen) as hidden`)

const children = obstacles(sql`
  from issues i where i.tenant_id = ${tenantId}
   and i.parent_id = ${sql.placeholder('id')} and not i.is_closed and i.archived_at is null`)

const blockers = obstacles(sql`
  from issue_links l
  join issue_link_types t on t.id = l.link_type_id and t.is_blocking and ${visible('t')}
  join issues i on i.tenant_id = l.tenant_id and i.id = l.issue_id and not i.is_closed and i.archived_at is null
 where l.tenant_id = ${tenantId} and l.linked_issue_id = ${sql.placeholder('id')}`)

/** The issues that block the closing of an issue: its open children, and open issues with a blocking link to it. */
export async function obstaclesOf(reader: Reader, id: string): Promise<Obstacles> {
  const [blocking, parts] = await Promise.all([
    reader.first(blockers, { id }),
    reader.first(children, { id }),
  ])
  return {
    blockers: blocking?.shown ?? [],
    children: parts?.shown ?? [],
    hidden_blockers: blocking?.hidden ?? 0,
    hidden_children: parts?.hidden ?? 0,
  }
}
