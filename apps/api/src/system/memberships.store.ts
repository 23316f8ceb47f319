import { sql } from 'drizzle-orm'
import { userLabel } from '../db/user-label.ts'
import { Store } from '../store/store.ts'
import { groupStore } from './groups.store.ts'
import { memberships } from './groups.table.ts'
import { addableUsers } from './member-references.repository.ts'

export const membershipStore = new Store({
  table: memberships,
  record: 'membership',
  kind: 'owned',
  computed: {
    member: sql<{ id: string; name: string }>`(
      select json_build_object('id', u.id, 'name', ${userLabel}) from users u where u.id = memberships.user_id
      union all
      select json_build_object('id', g.id, 'name', g.name) from groups g where g.tenant_id = memberships.tenant_id and g.id = memberships.member_group_id)`.as(
      'member',
    ),
  },
  references: { user_id: addableUsers, member_group_id: groupStore },
})
