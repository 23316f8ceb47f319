import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'

const at = sql.placeholder

/** SQL condition: the user is a person and in no group of the selected tenant. Service accounts belong to it without a group. */
const isFormerMember = sql`u.id = any(${at('user_ids')}::text[]) and u.kind = 'person'
  and not exists (select from memberships m where m.tenant_id = ${tenantId} and m.user_id = u.id)`
const keysOfFormerMembers = sqlStatement<{ id: string; user_id: string }>(sql`
  select k.id, k.user_id from api_keys k join users u on u.id = k.user_id
   where k.tenant_id = ${tenantId} and k.revoked_at is null and ${isFormerMember}
   order by k.id for update of k`)
const invitationsOfFormerMembers = sqlStatement<{ id: string }>(sql`
  with gone as (select u.id, u.email from users u where ${isFormerMember}),
  addresses as (
    select email from gone
    union
    select a.email from gone join invitations a on a.tenant_id = ${tenantId} and a.user_id = gone.id
  )
  select i.id from invitations i join addresses on addresses.email = i.email
   where i.tenant_id = ${tenantId} and i.outcome is null and i.expires_at > now()
   order by i.id for update of i`)
const membersOf = sqlStatement<{ user_id: string }>(sql`
  select user_id from memberships where tenant_id = ${tenantId} and group_id = ${at('group_id')} and user_id is not null`)

/** The users who are in a group of the selected tenant directly. */
export const usersIn = async (tx: Transaction, groupId: string): Promise<string[]> =>
  (await tx.run(membersOf, { group_id: groupId })).map(({ user_id }) => user_id)

/** Locks the API keys of those of the given users who are in no group of the selected tenant. */
export const lockKeysOfFormerMembers = (tx: Transaction, userIds: readonly string[]) =>
  tx.run(keysOfFormerMembers, { user_ids: [...userIds] })

/**
 * Locks the open invitations of those users: to their address, and to addresses at which they accepted an earlier invitation,
 * because a new account could use these.
 */
export const lockInvitationsOfFormerMembers = (tx: Transaction, userIds: readonly string[]) =>
  tx.run(invitationsOfFormerMembers, { user_ids: [...userIds] })
