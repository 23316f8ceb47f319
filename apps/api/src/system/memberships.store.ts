import { sql } from 'drizzle-orm'
import { invalid } from '../kernel/problem.ts'
import type { Referable } from '../kernel/references.ts'
import { sqlStatement } from '../kernel/statement.ts'
import { Store } from '../kernel/store.ts'
import { groupStore } from './groups.store.ts'
import { memberships } from './groups.table.ts'
import { memberReferences } from './members.ts'

const status = sqlStatement<{ status: string }>(
  sql`select status from users where id = ${sql.placeholder('id')} for share`,
)

/** Whoever has an account can be added; a list is narrowed to users of the tenant. */
const anyUser: Referable = {
  async reference(reader, field, id) {
    const user = await reader.first(status, { id })
    if (!user) throw invalid({ field, code: 'reference_not_found', message: 'there is no such user' })
    if (user.status !== 'active')
      throw invalid({ field, code: 'reference_archived', message: 'the user is deactivated' })
    return user
  },
  visibleIds: (reader, ids) => memberReferences.visibleIds(reader, ids),
}

export const membershipStore = new Store({
  table: memberships,
  record: 'membership',
  kind: 'owned',
  derived: {
    member: sql<{ id: string; name: string }>`(
      select json_build_object('id', u.id, 'name', coalesce(u.display_name, u.username, u.email)) from users u where u.id = memberships.user_id
      union all
      select json_build_object('id', g.id, 'name', g.name) from groups g where g.tenant_id = memberships.tenant_id and g.id = memberships.member_group_id)`.as(
      'member',
    ),
  },
  references: { user_id: anyUser, member_group_id: groupStore },
})
