import { type SQL, sql } from 'drizzle-orm'
import { invalid, referenceNotFound } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { type BriefSource, briefOf } from '../store/briefs.ts'
import type { Referable } from '../store/references.ts'
import { belongsTo, isOperatorSql, memberGrants } from './grants.repository.ts'

const members = sqlStatement<{ id: string; status: string }>(sql`
  select u.id, u.status from users u
   where u.id = any(${sql.placeholder('ids')}::text[])
     and ${belongsTo(sql`u.id`, tenantId)}`)

/** Includes users who have left the tenant, because its records still show their names. */
const everMembers = sqlStatement<{ id: string }>(sql`
  select t.user_id as id from user_tenants t
   where t.tenant_id = ${tenantId} and t.user_id = any(${sql.placeholder('ids')}::text[])`)

const lockUser = sqlStatement<unknown>(
  sql`select 1 from users where id = ${sql.placeholder('id')} for key share`,
)

/** Resolves references to members of the selected tenant: users who are in one of its groups. */
export const memberReferences: Referable = {
  async reference(tx, field, id) {
    const [member] = await tx.run(members, { ids: [id] })
    if (!member) throw invalid(referenceNotFound(field))
    if (member.status !== 'active')
      throw invalid({ field, code: 'reference_archived', message: 'the user is deactivated' })
    return member
  },
  // The row of the user is the same in every tenant. `DELETE /users/{user_id}` locks it before it looks for remaining records.
  lockReference: (tx, id) => tx.first(lockUser, { id }),
  async visibleIds(reader, ids) {
    return (await reader.run(everMembers, { ids })).map(({ id }) => id)
  },
}

const nameOfUser = sql`coalesce(u.display_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''))`

/** The briefs of users in other records, also of users who have left the tenant. */
export const userBriefs: BriefSource = {
  kind: 'user',
  briefs: (_, ids) => sql`
    select u.id, ${briefOf({ id: sql`u.id`, name: nameOfUser })} as brief
      from users u join user_tenants t on t.user_id = u.id
     where u.id = any(${ids}) and t.tenant_id = ${tenantId}`,
}

/** True for an active user who belongs to the selected tenant. */
export async function isActiveMember(reader: Reader, id: string): Promise<boolean> {
  return (await reader.run(members, { ids: [id] })).some(({ status }) => status === 'active')
}

const actor = sql`current_setting('app.user_id')`

/** Service accounts are members of groups of their own tenant only. */
const isServiceHere = sql`exists (
  select from service_accounts s where s.tenant_id = ${tenantId} and s.id = u.id)`

/** SQL condition: the actor may read the users of a tenant. */
const readsUsersOf = (tenant: SQL) => sql`exists (select from ${memberGrants} and g.project_id = ''
  where m.user_id = ${actor} and m.tenant_id = ${tenant} and g.permissions && array['users:read', '*'])`

const addableUser = sqlStatement<{ status: string }>(sql`
  select u.status from users u
   where u.id = ${sql.placeholder('id')}
     and case when u.kind = 'service' then ${isServiceHere} else u.id = ${actor} or ${isOperatorSql(actor)} or (not ${isOperatorSql(sql`u.id`)}
       and exists (select from user_tenants own join user_tenants t on t.tenant_id = own.tenant_id and t.is_member
                    where own.user_id = ${actor} and own.is_member and t.user_id = u.id
                      and (t.tenant_id = ${tenantId} or ${readsUsersOf(sql`t.tenant_id`)}))) end
     for share of u`)

/**
 * Resolves the users whom the actor may add to a group: the actor, service accounts and members of the tenant, and members of
 * another tenant of the actor in which the actor may read users. That permission is required because the tenant that they are
 * added to shows their email address. Only operators may add operators, and they may add any account. Any other user is reported
 * as an unknown id.
 */
export const addableUsers: Referable = {
  async reference(tx, field, id) {
    const user = await tx.first(addableUser, { id })
    if (!user) throw invalid(referenceNotFound(field))
    if (user.status !== 'active')
      throw invalid({ field, code: 'reference_archived', message: 'the user is deactivated' })
    return user
  },
  visibleIds: (reader, ids) => memberReferences.visibleIds(reader, ids),
}
