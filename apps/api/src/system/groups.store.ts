import type { Group } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { groups } from './groups.table.ts'
import { projectStore } from './projects.store.ts'

export const groupStore = new Store({
  table: groups,
  record: 'group',
  kind: 'owned',
  seenWith: ['groups:read', 'groups:write'],
  computed: {
    // The column only contains values that the contract allows.
    permissions: sql<Group['permissions']>`groups.permissions`.as('permissions'),
    member_count:
      sql<number>`(select count(*)::int from memberships m where m.tenant_id = groups.tenant_id and m.group_id = groups.id)`.as(
        'member_count',
      ),
  },
  references: { project_id: projectStore },
  searched: [groups.name, groups.key, groups.description],
})

/** Groups as references of other records, also when the caller's permission is limited to projects. */
export const groupReferences = new Store({
  table: groups,
  record: 'group',
  kind: 'owned',
  seenWith: ['groups:read', 'groups:write'],
  project: null,
})

/** The groups of the selected tenant that a user is in, directly or through groups within. */
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
