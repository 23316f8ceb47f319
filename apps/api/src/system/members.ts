import { sql } from 'drizzle-orm'
import { invalid, referenceNotFound } from '../kernel/problem.ts'
import type { Referable } from '../kernel/references.ts'
import { type Reader, sqlStatement } from '../kernel/statement.ts'
import { belongsTo } from './grants.ts'

const members = sqlStatement<{ id: string; status: string }>(sql`
  select u.id, u.status from users u
   where u.id = any(${sql.placeholder('ids')}::text[])
     and ${belongsTo(sql`u.id`, sql`current_setting('app.tenant_id')`)}`)

const keep = sqlStatement<unknown>(sql`select 1 from users where id = ${sql.placeholder('id')} for key share`)

/** The members of the selected tenant, as far as records name users: whoever reaches one of its groups. */
export const memberReferences: Referable = {
  async reference(reader, field, id) {
    const [member] = await reader.run(members, { ids: [id] })
    if (!member) throw invalid(referenceNotFound(field))
    if (member.status !== 'active')
      throw invalid({ field, code: 'reference_archived', message: 'the user is deactivated' })
    return member
  },
  // The row of a user, whoever the user belongs to: `DELETE /users/{user_id}` locks it before it looks for what is left.
  keep: (tx, id) => tx.first(keep, { id }),
  async visibleIds(reader, ids) {
    return (await reader.run(members, { ids })).map(({ id }) => id)
  },
}

/** True for an active user who belongs to the selected tenant. */
export async function isActiveMember(reader: Reader, id: string): Promise<boolean> {
  return (await reader.run(members, { ids: [id] })).some(({ status }) => status === 'active')
}
