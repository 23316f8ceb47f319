import type { IssueSubtype } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { userLabel } from '../../db/user-label.ts'
import { heldGrants } from '../../system/grants.repository.ts'
import type { ActorRights, Obstacles } from '../configuration/issue-transitions.rules.ts'
import { visible } from '../projects/visibility.repository.ts'
import { issueStore } from './issues.store.ts'

const actorRights = sqlStatement<ActorRights>(sql`
  with recursive reach (group_id) as (
    select m.group_id from memberships m
      join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id and g.archived_at is null
     where m.tenant_id = ${tenantId} and m.user_id = current_setting('app.user_id', true)
    union
    select m.group_id from reach r
      join memberships m on m.tenant_id = ${tenantId} and m.member_group_id = r.group_id
      join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id and g.archived_at is null
  )
  select current_setting('app.user_id', true) as user_id,
         array(select group_id from reach) as group_ids,
         exists (select from issue_watchers w where w.tenant_id = ${tenantId}
                    and w.issue_id = ${sql.placeholder('id')} and w.id = current_setting('app.user_id', true)) as is_watcher,
         commonhold_may_in(${tenantId}, 'issues:write', p.id) as may_write,
         commonhold_may_in(${tenantId}, 'issues:manage', p.id) as may_manage,
         commonhold_may_in(${tenantId}, 'issues:delete', p.id) as may_delete
    from (select coalesce(${sql.placeholder('project_id')}, (
            select i.project_id from issues i
             where i.tenant_id = ${tenantId} and i.id = ${sql.placeholder('id')})) as id) p`)

/**
 * The user of the request, with the user's roles and permissions in an issue. `id` is null for a new issue. The default of
 * `projectId` is the project of the issue.
 */
export async function actorRightsOf(
  reader: Reader,
  id: string | null,
  projectId: string | null = null,
): Promise<ActorRights> {
  const found = await reader.first(actorRights, { id, project_id: projectId })
  if (!found) throw new Error('there is always somebody who asks')
  return found
}

/** Up to 20 open issues that block the closing of an issue, and the number of those that the caller cannot see. */
const obstacles = (from: SQL) =>
  sqlStatement<{ shown: Obstacles['blockers']; hidden: number }>(sql`
  with obstacle as materialized (select i.id, i.key, ${issueStore.seenIn(sql`i.project_id`)} as is_seen ${from})
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

const lineage = sqlStatement<{ id: string; height: number }>(sql`
  with recursive up (id, parent_id, height) as (
    select i.id, i.parent_id, 1 from issues i
     where i.tenant_id = ${tenantId} and i.id = ${sql.placeholder('id')}
    union all
    select i.id, i.parent_id, up.height + 1 from up
      join issues i on i.tenant_id = ${tenantId} and i.id = up.parent_id where up.height < 20
  ) select id, height from up order by height`)

const depth = sqlStatement<{ depth: number }>(sql`
  with recursive down (id, depth) as (
    select ${sql.placeholder('id')}::text collate "C", 0
    union all
    select i.id, down.depth + 1 from down
      join issues i on i.tenant_id = ${tenantId} and i.parent_id = down.id where down.depth < 20
  ) select max(depth)::int as depth from down`)

/** The ids of an issue and its ancestors, starting with the issue itself. */
export async function lineageOf(reader: Reader, id: string): Promise<string[]> {
  return (await reader.run(lineage, { id })).map((row) => row.id)
}

/** The number of levels below an issue. */
export async function depthBelow(reader: Reader, id: string): Promise<number> {
  return (await reader.first(depth, { id }))?.depth ?? 0
}

const subtypes = sqlStatement<{ id: string; subtype: IssueSubtype }>(sql`
  select i.id, i.subtype from issues i
   where i.tenant_id = ${tenantId} and i.id = any(${sql.placeholder('ids')}::text[])`)

/** The subtypes of the tenant's issues with these ids, by id. */
export async function subtypesOf(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IssueSubtype>> {
  return new Map((await reader.run(subtypes, { ids })).map(({ id, subtype }) => [id, subtype]))
}

const events = sqlStatement<{ occurred_at: string; text: string }>(sql`
  select a.created_at as occurred_at, left(case a.type
           when 'issue_created' then 'Opened'
           when 'status_changed' then 'Status: ' || coalesce(a.data->>'to', '')
           when 'assigned' then 'Assigned to ' || coalesce(${userLabel}, 'nobody')
           else c.body end, 4000) as text
    from issue_activities a
    left join users u on u.id = a.data->>'to'
    left join issue_comments c on c.tenant_id = a.tenant_id and c.id = a.data->>'comment_id' and c.visibility = 'public'
   where a.tenant_id = ${tenantId} and a.issue_id = ${sql.placeholder('id')}
     and (a.type in ('issue_created', 'status_changed', 'assigned') or (a.type = 'comment_added' and c.id is not null))
     and exists (select from issues i where i.tenant_id = a.tenant_id and i.id = a.issue_id and ${issueStore.seenIn(sql`i.project_id`)})
   order by a.id limit 200`)

/** The first 200 events of an incident, from its activity; empty if the caller cannot see the incident. */
export const eventsOf = (reader: Reader, id: string) => reader.run(events, { id })

const unplanned = sqlStatement<{ id: string }>(sql`
  select i.id from issues i where i.tenant_id = ${tenantId}
     and i.id = any(${sql.placeholder('ids')}::text[])
     and (i.due_date is null or (i.assignee_id is null and i.assignee_group_id is null))`)

/** The ids of the issues that have no due date, or neither an assignee nor an assigned group. */
export async function unplannedOf(reader: Reader, ids: readonly string[]): Promise<string[]> {
  return (await reader.run(unplanned, { ids })).map(({ id }) => id)
}

const reads = sqlStatement<unknown>(sql`
  select 1 from ${heldGrants}
   where m.tenant_id = ${tenantId} and m.user_id = ${sql.placeholder('user_id')}
     and g.project_id in ('', ${sql.placeholder('project_id')}) and g.permissions && array['issues:read', '*'] limit 1`)

/** True for a user who may read the issues of the project. */
export async function mayReadIssues(reader: Reader, userId: string, projectId: string): Promise<boolean> {
  return (await reader.first(reads, { user_id: userId, project_id: projectId })) !== undefined
}
