import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { memberGrants } from '../../system/grants.repository.ts'
import type { ActorRights } from '../configuration/issue-transitions.rules.ts'

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
  if (!found) throw new Error('the user of the request was not found')
  return found
}

const reads = sqlStatement<unknown>(sql`
  select 1 from ${memberGrants}
   where m.tenant_id = ${tenantId} and m.user_id = ${sql.placeholder('user_id')}
     and g.project_id in ('', ${sql.placeholder('project_id')}) and g.permissions && array['issues:read', '*'] limit 1`)

/** True for a user who may read the issues of the project. */
export async function mayReadIssues(reader: Reader, userId: string, projectId: string): Promise<boolean> {
  return (await reader.first(reads, { user_id: userId, project_id: projectId })) !== undefined
}
