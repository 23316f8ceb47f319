import type { Group } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { isBeyondCaller } from './grants.repository.ts'
import { groups } from './groups.table.ts'
import { projectStore } from './projects.store.ts'

/**
 * True when the caller has all permissions that a group grants, by itself or through the groups that contain it: see
 * `assertMayGrant`. Reads the columns of the current row instead of selecting it again, because a statement does not see the rows
 * it writes.
 */
const isGrantable = sql<boolean>`not exists (
  with recursive above (id) as (
    select m.group_id from memberships m where m.tenant_id = groups.tenant_id and m.member_group_id = groups.id
    union
    select m.group_id from above a
      join memberships m on m.tenant_id = groups.tenant_id and m.member_group_id = a.id
  ), granting (project_id, permissions) as (
    select groups.project_id, groups.permissions
    union all
    select g.project_id, g.permissions from above a
      join groups g on g.tenant_id = groups.tenant_id and g.id = a.id
  )
  select from granting x cross join lateral unnest(x.permissions) p (permission)
   where ${isBeyondCaller(sql`groups.tenant_id`, sql`p.permission`, sql`x.project_id`)})`

export const groupStore = new Store({
  table: groups,
  record: 'group',
  kind: 'owned',
  visibleWith: ['groups:read', 'groups:write'],
  computed: {
    // The column only contains values that the contract allows.
    permissions: sql<Group['permissions']>`groups.permissions`.as('permissions'),
    member_count:
      sql<number>`(select count(*)::int from memberships m where m.tenant_id = groups.tenant_id and m.group_id = groups.id)`.as(
        'member_count',
      ),
    is_grantable: isGrantable.as('is_grantable'),
  },
  references: { project_id: projectStore },
  searched: [groups.name, groups.key, groups.description],
})

/** Resolves references to groups, also when the caller's permission is limited to projects. */
export const groupReferences = new Store({
  table: groups,
  record: 'group',
  kind: 'owned',
  visibleWith: ['groups:read', 'groups:write'],
  project: null,
})

/** The groups of the selected tenant that a user is in, directly or through nested groups. */
export const groupsOfUser = (userId: string): Scope => ({
  name: 'of user',
  condition: sql`${groups.id} in (
    with recursive reach (id) as (
      select m.group_id from memberships m
       where m.tenant_id = ${tenantId} and m.user_id = ${sql.placeholder('user_id')}
      union
      select m.group_id from reach r
        join groups passing on passing.tenant_id = ${tenantId} and passing.id = r.id and passing.archived_at is null
        join memberships m on m.tenant_id = passing.tenant_id and m.member_group_id = passing.id
    ) select id from reach)`,
  values: { user_id: userId },
})
