import type { Group } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import type { Scope } from '../store/listing.ts'
import { Store } from '../store/store.ts'
import { groups } from './groups.table.ts'
import { projectStore } from './projects.store.ts'

export const groupStore = new Store({
  table: groups,
  record: 'group',
  kind: 'owned',
  seenWith: ['groups:read', 'groups:write'],
  derived: {
    // Holds nothing but what the contract admits.
    permissions: sql<Group['permissions']>`groups.permissions`.as('permissions'),
    member_count:
      sql<number>`(select count(*)::int from memberships m where m.tenant_id = groups.tenant_id and m.group_id = groups.id)`.as(
        'member_count',
      ),
  },
  references: { project_id: projectStore },
  searched: [groups.name, groups.key, groups.description],
})

/** Groups as other records name them, also where a permission is held in some projects only. */
export const groupReferences = new Store({
  table: groups,
  record: 'group',
  kind: 'owned',
  seenWith: ['groups:read', 'groups:write'],
  project: null,
})

/** The groups of the selected tenant that a user is in, directly or by way of groups within. */
export const groupsOfUser = (userId: string): Scope => ({
  name: 'of user',
  condition: sql`${groups.id} in (
    with recursive reach (id) as (
      select m.group_id from memberships m
       where m.tenant_id = current_setting('app.tenant_id') and m.user_id = ${sql.placeholder('user_id')}
      union
      select m.group_id from reach r
        join groups passing on passing.tenant_id = current_setting('app.tenant_id') and passing.id = r.id and passing.archived_at is null
        join memberships m on m.tenant_id = passing.tenant_id and m.member_group_id = passing.id
    ) select id from reach)`,
  values: { user_id: userId },
})
