import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { type AuditEntry, changesBetween } from '../store/audit.ts'
import { FIRST_VERSION } from '../store/store.ts'
import { memberGrants } from './grants.repository.ts'
import { lockGroupsShared, recomputeMember } from './groups.repository.ts'
import type { LinkSubject } from './mail-tokens.repository.ts'

const at = sql.placeholder

/**
 * The first permission that a user lacks to invite others to groups of the tenant. Required are `users:write`, `groups:write` for
 * any group except the users group, and every permission that the groups grant. Archived groups on the path count, because each
 * can be restored.
 */
const missing = sqlStatement<{ permission: string }>(sql`
  with recursive above (id) as (
    select unnest(${at('group_ids')}::text[]) collate "C"
    union
    select m.group_id from above a join memberships m on m.tenant_id = ${tenantId} and m.member_group_id = a.id
  ), needed (place, project_id, permission) as (
    select 0, '', 'users:write'
    union
    select 1, '', 'groups:write'
     where exists (select from unnest(${at('group_ids')}::text[]) requested (id)
       where requested.id <> (select t.users_group_id from tenants t where t.id = ${tenantId}))
    union
    select 2, coalesce(g.project_id, ''), p.permission from above a
      join groups g on g.tenant_id = ${tenantId} and g.id = a.id cross join lateral unnest(g.permissions) p (permission)
  )
  select permission from needed x
   where not commonhold_in_scope(x.permission) or not exists (select from ${memberGrants}
     join users u on u.id = m.user_id and u.status = 'active'
     where m.user_id = ${at('user_id')} and m.tenant_id = ${tenantId}
       and g.project_id in ('', x.project_id) and g.permissions && array[x.permission, '*'])
   order by place, permission collate "C" limit 1`)

/** When an invitation was answered, and by which account. */
export interface EndedInvitation {
  readonly ended_at: string
  readonly user_id: string | null
}

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  readonly id: string
  readonly version: number
  readonly tenant_id: string
  readonly email: string
  readonly group_ids: readonly string[]
  readonly message: string | null
  readonly expires_at: string
  readonly created_by: string
  readonly seconds_left: number
  readonly invited_by: string | null
  readonly tenant_name: string
  readonly locale: string
}

/** The name of the inviter; null if the account has none, because a placeholder would look like fraud. */
const inviterName = sql`coalesce(u.display_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''))`
const isOpen = sql`i.outcome is null and i.expires_at > now()`
const find = sqlStatement<OpenInvitation>(sql`
  select i.id, i.version, i.tenant_id, i.email, i.group_ids, i.message, i.expires_at, i.created_by, t.name as tenant_name, t.locale,
         ceil(extract(epoch from i.expires_at - now()))::int as seconds_left, ${inviterName} as invited_by
    from invitations i join tenants t on t.id = i.tenant_id and t.archived_at is null
    left join users u on u.id = i.created_by
   where i.tenant_id = ${tenantId} and i.id = ${at('id')} and ${isOpen}`)
/** A single statement, so that only one of several concurrent answers succeeds. */
const end = sqlStatement<EndedInvitation>(sql`
  update invitations i set outcome = ${at('outcome')}, ended_at = now(), user_id = ${at('user_id')}, version = version + 1,
         updated_at = greatest(statement_timestamp(), updated_at)
   where i.tenant_id = ${tenantId} and i.id = ${at('id')} and ${isOpen} returning i.ended_at, i.user_id`)
const join = sqlStatement<{ id: string }>(sql`
  insert into memberships (tenant_id, id, group_id, user_id, created_by)
  select ${tenantId}, ${at('id')}, g.id, ${at('user_id')}, ${at('created_by')} from groups g
   where g.tenant_id = ${tenantId} and g.id = ${at('group_id')} and g.archived_at is null
  on conflict do nothing returning id`)
const inUse = sqlStatement<{ id: string }>(sql`
  select id from groups where tenant_id = ${tenantId} and id = any(${at('group_ids')}::text[]) and archived_at is null`)
const chooseTenant = sqlStatement<unknown>(sql`
  update user_tenants set selected_at = clock_timestamp() where tenant_id = ${tenantId} and user_id = ${at('user_id')}`)
const usersGroup = sqlStatement<{ id: string }>(
  sql`select users_group_id as id from tenants where id = ${tenantId} and users_group_id is not null`,
)

/** The id of the users group of the selected tenant. */
export const usersGroupId = async (reader: Reader): Promise<string | undefined> =>
  (await reader.first(usersGroup))?.id

/** The first permission that a user lacks to invite others to groups of the selected tenant; undefined if none is missing. */
export const missingToInvite = async (
  tx: Transaction,
  userId: string,
  groupIds: readonly string[],
): Promise<string | undefined> =>
  (await tx.first(missing, { user_id: userId, group_ids: [...groupIds] }))?.permission

/** An invitation that can be accepted; selects its tenant for the rest of the transaction. */
export async function findInvitation(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<OpenInvitation | undefined> {
  tx.selectTenant(tenantId)
  return tx.first(find, { id })
}

/** The invitation that a link belongs to. Throws `link_not_valid` if it can no longer be accepted. */
export async function invitationOf(
  tx: Transaction,
  { tenant_id, invitation_id }: LinkSubject,
): Promise<OpenInvitation> {
  const found = tenant_id && invitation_id ? await findInvitation(tx, tenant_id, invitation_id) : undefined
  if (!found) throw problem('link_not_valid')
  return found
}

/** Ends an invitation of the selected tenant. Throws `link_not_valid` if it has already ended. */
export async function endInvitation(
  tx: Transaction,
  id: string,
  outcome: 'accepted' | 'declined',
  userId: string | null,
): Promise<EndedInvitation> {
  const ended = await tx.first(end, { id, outcome, user_id: userId })
  if (!ended) throw problem('link_not_valid')
  return ended
}

/**
 * Adds a user to the groups of an invitation and returns the audit entries. Throws `link_not_valid` if none of the groups exists
 * any more, or if the inviter may no longer invite to those that do.
 */
export async function joinInvited(
  tx: Transaction,
  invitation: OpenInvitation,
  userId: string,
): Promise<AuditEntry[]> {
  lockGroupsShared(tx)
  const groups = await tx.run(inUse, { group_ids: [...invitation.group_ids] })
  const groupIds = groups.map(({ id }) => id)
  if (groupIds.length === 0 || (await missingToInvite(tx, invitation.created_by, groupIds)))
    throw problem(
      'link_not_valid',
      {},
      'The user who invited you may no longer do so. Ask for a new invitation.',
    )
  const joined: AuditEntry[] = []
  for (const group_id of groupIds) {
    const values = { group_id, user_id: userId }
    const row = await tx.first(join, { ...values, id: newId(), created_by: invitation.created_by })
    const changes = changesBetween(['group_id', 'user_id'], {}, values)
    if (row)
      joined.push({
        action: 'created',
        recordType: 'membership',
        recordId: row.id,
        version: FIRST_VERSION,
        tenantId: invitation.tenant_id,
        actorId: invitation.created_by,
        reason: 'invitation',
        changes,
      })
  }
  recomputeMember(tx, userId)
  await tx.run(chooseTenant, { user_id: userId })
  return joined
}
